import type { DocumentedResponse } from '../document/responses.ts';
import { Given } from './given.ts';
import type { Suite } from './suites.ts';

/**
 * Puts a request and the service into the states of several responses at once. Those of later checks come first, since an earlier check may make
 * the body unreadable; what breaks the service comes last, so that every state can insert rows.
 *
 * @param provoked in the order of the checks
 * @returns undoes everything in the database: mends it, undoes what others could notice, and deletes the player's rows
 * @throws Unavailable where the target does not have what a state needs; everything is undone then
 */
export async function setScene(
  { states, prepare }: Suite,
  transaction: Given['transaction'],
  provoked: readonly DocumentedResponse[],
  target: Given['target'],
): Promise<AsyncDisposableStack> {
  await using undo = new AsyncDisposableStack();
  const { player, database } = target;
  if (player !== undefined) {
    transaction.request.headers['Authorization'] = `Bearer ${player.token}`;
    undo.defer(async () => await database?.deleteRowsOf(player.id));
  }
  const given = new Given(transaction, target);
  undo.defer(async () => {
    for (const undoing of given.undoings) await undoing();
  });
  await prepare?.(given);
  for (const { name } of provoked.toReversed()) {
    const state = states[name];
    if (state === undefined) throw new Error(`contract/dredd/states/ has no state for ${name}`);
    await state(given);
  }
  for (const { breaks, mends } of given.breakages) {
    await breaks();
    undo.defer(async () => void (await mends()));
  }
  return undo.move();
}
