import type { Context } from 'koa';
import type { Operation, Context as OperationContext } from 'openapi-backend';
import { createReadJson } from './body.ts';
import { createReadParameters } from './parameters.ts';
import type { ApiResponse } from './response.ts';

/** A handler takes the generated request type of its operation. */
export type Handler = (request: never) => Promise<ApiResponse>;

/** The responses that do not come from the operation's handler. */
export interface FallbackResponses {
  readonly unauthorized?: ApiResponse;
  readonly failed: ApiResponse;
  /** For malformed parameters, by name, in the order of `x-checks`. */
  readonly malformed: Readonly<Record<string, ApiResponse>>;
}

/**
 * Returns what openapi-backend calls for an authenticated request. It calls the operation's handler with the parameters and a function that
 * reads the body. A malformed parameter with a row in `x-checks` gets that row's response; other malformed parameters are dropped.
 */
export function bindHandler(operation: Operation, handle: Handler, { malformed: rejections }: FallbackResponses) {
  const readParameters = createReadParameters(operation);
  const maxBytes: number | undefined = (operation.requestBody as { 'x-max-bytes'?: number } | undefined)?.[
    'x-max-bytes'
  ];
  const readJson = maxBytes === undefined ? undefined : createReadJson(maxBytes);

  return async ({ request, security }: OperationContext, ctx: Context): Promise<ApiResponse> => {
    const userId: string | undefined = security?.['bearerAuth'];
    ctx.state['userId'] = userId; // for the log
    const { values, malformed } = readParameters(request);
    const [, rejection] = Object.entries(rejections).find(([name]) => malformed.has(name)) ?? [];
    return rejection ?? (await handle({ userId, ...values, readBody: () => readJson?.(ctx) } as never));
  };
}
