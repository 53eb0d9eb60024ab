import { type LoadRequest, load, type Measurement } from './load.ts';
import { forgedTokenOf, newPlayers, solve, submission, tokenOf } from './players.ts';
import type { Target } from './target.ts';

/** An answer of the endpoint, and the load that it is measured under. */
export interface Path {
  readonly name: string;
  readonly run: (target: Target) => Promise<Measurement>;
}

const timed = { seconds: 4 };

/** One request for each player, with a token of their own. */
function requestsOf(players: string[], token = tokenOf, body = submission): LoadRequest[] {
  return players.map((player) => ({ token: token(player), body }));
}

/**
 * Submits a verse for players who have not been seen before: 201.
 *
 * @param count how many; a multiple of the connections
 */
export async function submitAll(target: Target, count: number, connections?: number): Promise<Measurement> {
  const players = newPlayers(count);
  await solve(target.database, players);
  return await load(target, requestsOf(players), 201, connections === undefined ? {} : { connections });
}

/** Players who are on cooldown, on each target. */
const onCooldown = new Map<Target, string[]>();

async function playersOnCooldown(target: Target): Promise<string[]> {
  const known = onCooldown.get(target);
  if (known !== undefined) return known;
  const players = newPlayers(640);
  await solve(target.database, players);
  await load(target, requestsOf(players), 201);
  onCooldown.set(target, players);
  return players;
}

export const paths: readonly Path[] = [
  {
    name: '401, no token',
    run: (target) => load(target, Array(640).fill({ body: submission }), 401, timed),
  },
  {
    name: '401, forged token',
    run: (target) => load(target, requestsOf(newPlayers(640), forgedTokenOf), 401, timed),
  },
  {
    name: '400, not JSON',
    run: (target) => load(target, requestsOf(newPlayers(640), tokenOf, submission.slice(0, -1)), 400, timed),
  },
  {
    name: '403',
    run: (target) => load(target, requestsOf(newPlayers(640)), 403, timed),
  },
  {
    name: '429',
    run: async (target) => load(target, requestsOf(await playersOnCooldown(target)), 429, timed),
  },
  {
    name: '201',
    run: (target) => submitAll(target, 6_400),
  },
];
