import type { HandlerRequest } from '../../api/operation-handler.ts';
import type { Desk } from '../../desk/desk.ts';
import type { AwaitTurn } from '../../desk/reads.ts';
import {
  type Handlers,
  type ListChangesRequest,
  listChangesResponses as responses,
} from '../../generated/operations.desk.ts';
import { presentChange } from './present.ts';

/** `GET /desk/api/changes`: who changed what, newest first. */
export function listChanges(desk: Desk, awaitTurn: AwaitTurn): Handlers['listChanges'] {
  return async ({ query, outgoing }: ListChangesRequest & Pick<HandlerRequest, 'outgoing'>) => {
    // 6. read
    await awaitTurn(outgoing);
    const { changes, more } = await desk.changes(query);
    const presented = changes.map(presentChange);
    const last = presented.at(-1);
    return responses.changeList({ changes: presented, ...(more && last && { before: last.id }) });
  };
}
