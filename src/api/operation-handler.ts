import type { Operation, Context as OperationContext } from 'openapi-backend';
import type { User } from '../auth/authenticate.ts';
import { createReadJson, type Unreadable } from './body.ts';
import { createReadParameters, type Parameters } from './parameters.ts';
import type { ApiResponse } from './response.ts';
import type { Context } from './state.ts';

/**
 * A request as any handler gets it. The generated type of an operation's request has only what its
 * contract has.
 */
export interface HandlerRequest extends Readonly<Parameters['values']> {
  /** Undefined if the operation has no security. */
  readonly userId: string | undefined;
  /** As the token has it, if it does. */
  readonly userName?: string | undefined;
  /** Empty if the operation needs no role. */
  readonly roles: readonly string[];
  /** The names of malformed parameters without a row in `x-checks`. */
  readonly malformed: ReadonlySet<string>;
  /** Undefined if the operation has no body. */
  readonly readBody: (() => Promise<Body>) | undefined;
}

/** The members of a body, or the response to a body that cannot be read. */
type Body = { readonly members: Readonly<Record<string, unknown>> } | { readonly response: ApiResponse };

/**
 * Runs before a handler that a request reaches. If it throws, the request gets the operation's 500.
 */
export type BeforeHandler = (operation: Operation, ctx: Context) => Promise<void>;

export type Handler = (request: HandlerRequest) => Promise<ApiResponse>;

/** The responses that do not come from the operation's handler. */
export interface FallbackResponses {
  readonly unauthorized?: ApiResponse;
  /** For a token with none of these roles. */
  readonly forbidden?: { readonly unless: readonly string[]; readonly response: ApiResponse };
  readonly failed: ApiResponse;
  /** For malformed parameters, by name, in the order of `x-checks`. */
  readonly malformed: Readonly<Record<string, ApiResponse>>;
  /** For a body that cannot be read. */
  readonly unreadable?: Readonly<Record<Unreadable, ApiResponse>>;
}

/**
 * Returns what openapi-backend calls for an authenticated request. It calls the operation's handler
 * with the parameters and a function that reads the body. A user without the operation's role gets
 * its 403. A malformed parameter with a row in `x-checks` gets that row's response; of others, the
 * handler gets the name alone.
 */
export function createOperationHandler(
  operation: Operation,
  handle: Handler,
  { forbidden, malformed: rejections, unreadable }: FallbackResponses,
  beforeHandler?: BeforeHandler,
) {
  const readParameters = createReadParameters(operation);
  const readBody = unreadable && createReadBody(operation, unreadable);

  return async ({ request, security }: OperationContext, ctx: Context): Promise<ApiResponse> => {
    const user: User | undefined = security?.['bearerAuth'];
    ctx.state.userId = user?.id;
    if (forbidden?.unless.every((role) => !user?.roles.includes(role))) return forbidden.response;
    const { values, malformed } = readParameters(request);
    for (const [name, rejection] of Object.entries(rejections)) {
      if (malformed.has(name)) return rejection;
    }
    await beforeHandler?.(operation, ctx);
    return await handle({
      userId: user?.id,
      userName: user?.name,
      roles: user?.roles ?? [],
      ...values,
      malformed,
      readBody: readBody && (() => readBody(ctx)),
    });
  };
}

function createReadBody({ requestBody }: Operation, unreadable: Readonly<Record<Unreadable, ApiResponse>>) {
  // Parts of the contract that only this service knows. openapi-backend has resolved every
  // reference.
  const rules = requestBody as unknown as { 'x-max-bytes': number; 'x-media-type'?: 'required' };
  const readJson = createReadJson(rules['x-max-bytes'], rules['x-media-type'] === 'required');
  return async (ctx: Context): Promise<Body> => {
    const body = await readJson(ctx);
    return 'rejected' in body ? { response: unreadable[body.rejected] } : body;
  };
}
