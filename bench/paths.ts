import { setTimeout } from 'node:timers/promises';
import { listSubmissionsOperation, submitVerseOperation } from '../src/generated/operations.ts';
import { load, type Measurement } from './load.ts';
import type { LoadRequest } from './load-client.ts';
import {
  clear,
  eligibilityPath,
  forgedTokenOf,
  newPlayers,
  playersOnCooldown,
  readsOf,
  requestsOf,
  solve,
  submission,
  submit,
  tokenOf,
} from './players.ts';
import { roomyHorizonDays, type Target } from './target.ts';

/** One kind of response, and the load it is measured under. */
export interface Path {
  readonly name: string;
  readonly status: number;
  /** How long the requests are cycled through; undefined sends each once. */
  readonly seconds?: number;
  /** Brings the target's database into the same state before each round. */
  readonly prepare: (target: Target) => Promise<LoadRequest[]>;
  /** The files of a page. A row then stands for all of them, and only programs with pages have it. */
  readonly files?: (target: Pick<Target, 'origin'>) => Promise<string[]>;
}

/** Time for requests still under way when the last round's client stopped: they must not store rows during the next round. */
const stragglersMs = 250;
const seconds = 3;
const players = 640;
/** The number of requests in a round that reserves dates or tries to, each for a different player. */
const submissions = 3_200;

/** What a browser without a cache loads for `/submit`. The names of its script and style change with their content. */
async function pageFiles({ origin }: Pick<Target, 'origin'>): Promise<string[]> {
  const html = await (await fetch(new URL('/submit', origin))).text();
  const linked = html.matchAll(/<(?:link|script) .*(?:href|src)="(.+?)"/g);
  return ['/submit', ...linked.map(([, path = '']) => path)];
}

export const paths: readonly Path[] = [
  {
    name: '401, no token',
    status: 401,
    seconds,
    prepare: async () => Array(players).fill({ path: submitVerseOperation.path, body: submission }),
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
    async prepare({ database }) {
      await clear(database);
      await solve(database, newPlayers(players)); // others
      return requestsOf(newPlayers(players));
    },
  },
  {
    name: '429',
    status: 429,
    seconds,
    prepare: async ({ database }) => requestsOf(await playersOnCooldown(database, players)),
  },
  {
    name: '201',
    status: 201,
    async prepare({ database }) {
      await clear(database);
      const newcomers = newPlayers(submissions);
      await solve(database, newcomers);
      return requestsOf(newcomers);
    },
  },
  {
    name: '500, calendar full',
    status: 500,
    async prepare(target) {
      const { database } = target;
      await clear(database);
      const newcomers = newPlayers(submissions);
      await solve(database, newcomers);
      await submit(database, newPlayers(roomyHorizonDays)); // a week more than the horizon, so midnight frees no date
      const requests = requestsOf(newcomers);
      // The hand-written service notices only now that its list of free dates is out of date.
      await load(target, requests.slice(0, 1), 500, { connections: 1 });
      return requests;
    },
  },
  {
    name: 'eligibility',
    status: 200,
    seconds,
    prepare: async ({ database }) => readsOf(eligibilityPath, await playersOnCooldown(database, players)),
  },
  {
    name: 'list',
    status: 200,
    seconds,
    prepare: async ({ database }) => readsOf(listSubmissionsOperation.path, await playersOnCooldown(database, players)),
  },
  {
    name: '/submit with its files',
    status: 200,
    seconds,
    files: pageFiles,
    async prepare(target) {
      const files = await pageFiles(target);
      return Array.from({ length: players }, () => files.map((path) => ({ path }))).flat();
    },
  },
];

/** Whether a program has the responses of a path. */
export function has({ hasPages }: Pick<Target, 'hasPages'>, { files }: Path): boolean {
  return hasPages || files === undefined;
}

/** One round of a path. For a page, rate and CPU count pages, and the latencies are those of a file. */
export async function measure({ status, seconds, prepare, files }: Path, target: Target): Promise<Measurement> {
  await setTimeout(stragglersMs);
  const requests = await prepare(target);
  await target.database.query('vacuum analyze');
  const measurement = await load(target, requests, status, seconds === undefined ? {} : { seconds });
  if (files === undefined) return measurement;
  const { requestsPerSecond, cpu, databaseCpu } = measurement;
  const { length } = await files(target);
  return {
    ...measurement,
    requestsPerSecond: requestsPerSecond / length,
    cpu: cpu * length,
    databaseCpu: databaseCpu * length,
  };
}
