import type { Desk } from '../../desk/desk.ts';
import { type Handlers, listChangesResponses as responses } from '../../generated/operations.desk.ts';

/** `GET /desk/api/changes`: who changed what, newest first. */
export function listChanges(desk: Desk): Handlers['listChanges'] {
  return async ({ query: { before } }) => responses.changeList(await desk.changes(before));
}
