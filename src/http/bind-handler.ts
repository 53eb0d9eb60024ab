import type { Context } from 'koa';
import type { Operation, Context as OperationContext } from 'openapi-backend';
import { createReadJson } from './body.ts';
import { createReadParameters } from './parameters.ts';
import type { Reply } from './reply.ts';

/** Gets what the generated request type of its operation has. */
export type Handler = (request: never) => Promise<Reply>;

/** What answers a request where the operation's handler does not. */
export interface FallbackReplies {
  readonly unauthorized?: Reply;
  readonly failed: Reply;
  /** For a parameter that is not as the contract says, by its name, in the order of `x-checks`. */
  readonly malformed: Readonly<Record<string, Reply>>;
}

/**
 * What openapi-backend calls for an authenticated request: calls the operation's handler with the parameters and a function that reads the
 * body. A malformed parameter with a row in `x-checks` is rejected by that row; other malformed parameters are dropped.
 */
export function bindHandler(operation: Operation, handle: Handler, { malformed: refusals }: FallbackReplies) {
  const readParameters = createReadParameters(operation);
  const maxBytes: number | undefined = (operation.requestBody as { 'x-max-bytes'?: number } | undefined)?.[
    'x-max-bytes'
  ];
  const readJson = maxBytes === undefined ? undefined : createReadJson(maxBytes);

  return async ({ request, security }: OperationContext, ctx: Context): Promise<Reply> => {
    const userId: string | undefined = security?.['bearerAuth'];
    ctx.state['userId'] = userId; // for the log
    const { values, malformed } = readParameters(request);
    const [, refusal] = Object.entries(refusals).find(([name]) => malformed.has(name)) ?? [];
    return refusal ?? (await handle({ userId, ...values, readBody: () => readJson?.(ctx) } as never));
  };
}
