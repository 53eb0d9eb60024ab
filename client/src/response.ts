/** A response with its complete body. */
export interface CompleteResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}
