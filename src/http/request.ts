/** What a handler gets of a request that carries an authenticated user. */
export interface AuthenticatedRequest {
  readonly userId: string;
  /** As it was sent; undefined where it was not. */
  readonly idempotencyKey: string | undefined;
  /** Reads and parses the body, which nobody has touched before. */
  readonly readBody: () => Promise<JsonBody>;
}

/** The members of a JSON object, or why the body could not be read. */
export type JsonBody =
  | { readonly members: Readonly<Record<string, unknown>> }
  | { readonly refused: 'too large' | 'not JSON' };
