export interface CompleteResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}
