import type { HandlerRequest } from '../../api/operation-handler.ts';
import type { Desk } from '../../desk/desk.ts';
import type { AwaitTurn } from '../../desk/reads.ts';
import {
  type Handlers,
  type ListChangesRequest,
  listChangesResponses as responses,
} from '../../generated/operations.desk.ts';

/** `GET /desk/api/changes`: who changed what, newest first. */
export function listChanges(desk: Desk, awaitTurn: AwaitTurn): Handlers['listChanges'] {
  return async ({ query: { before }, outgoing }: ListChangesRequest & Pick<HandlerRequest, 'outgoing'>) => {
    // 4. read
    await awaitTurn(outgoing);
    return responses.changeList(await desk.changes(before));
  };
}
