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
    const { changes, before } = await desk.changes(query);
    return responses.changeList({ changes: changes.map(presentChange), ...(before !== undefined && { before }) });
  };
}
