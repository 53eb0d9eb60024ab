import type { Desk } from '../../desk/desk.ts';
import { type Handlers, listChangesResponses as responses } from '../../desk/generated/operations.desk.ts';
import { presentChange } from './present.ts';

/** `GET /desk/api/changes`: who changed what, newest first. */
export function listChanges(desk: Desk): Handlers['listChanges'] {
  return async ({ query }) => {
    // 6. read
    const { changes, before } = await desk.changes(query);
    return responses.changeList({ changes: changes.map(presentChange), ...(before !== undefined && { before }) });
  };
}
