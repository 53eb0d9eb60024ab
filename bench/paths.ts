import { setTimeout } from 'node:timers/promises';
import { type LoadRequest, load, type Measurement } from './load.ts';
import { clear, forgedTokenOf, newPlayers, requestsOf, solve, submission, submit, tokenOf } from './players.ts';
import type { Database } from './postgres.ts';
import type { Target } from './target.ts';

/** One kind of response of the endpoint, and the load it is measured under. */
export interface Path {
  readonly name: string;
  readonly status: number;
  /** How long the requests are cycled through; undefined sends each once. */
  readonly seconds?: number;
  /** Brings the database into the same state before each round. */
  readonly prepare: (database: Database) => Promise<LoadRequest[]>;
}

/** Time for requests still under way when the last round's client stopped: they must not store rows during the next round. */
const stragglersMs = 250;
const seconds = 3;
const players = 640;
/** The number of 201s in a round, each for a different player. */
const submissions = 3_200;

export const paths: readonly Path[] = [
  {
    name: '401, no token',
    status: 401,
    seconds,
    prepare: async () => Array(players).fill({ body: submission }),
  },
  {
    name: '401, forged token',
    status: 401,
    seconds,
    prepare: async () => requestsOf(newPlayers(players), forgedTokenOf),
  },
  {
    name: '400, not JSON',
    status: 400,
    seconds,
    prepare: async () => requestsOf(newPlayers(players), tokenOf, submission.slice(0, -1)),
  },
  {
    name: '403',
    status: 403,
    seconds,
    async prepare(database) {
      await clear(database);
      await solve(database, newPlayers(players)); // others
      return requestsOf(newPlayers(players));
    },
  },
  {
    name: '429',
    status: 429,
    seconds,
    async prepare(database) {
      await clear(database);
      const onCooldown = newPlayers(players);
      await solve(database, onCooldown);
      await submit(database, onCooldown);
      return requestsOf(onCooldown);
    },
  },
  {
    name: '201',
    status: 201,
    async prepare(database) {
      await clear(database);
      const newcomers = newPlayers(submissions);
      await solve(database, newcomers);
      return requestsOf(newcomers);
    },
  },
];

/** One round of a path. */
export async function measure({ status, seconds, prepare }: Path, target: Target): Promise<Measurement> {
  await setTimeout(stragglersMs);
  const requests = await prepare(target.database);
  await target.database.query('vacuum analyze');
  return await load(target, requests, status, seconds === undefined ? {} : { seconds });
}
