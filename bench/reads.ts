import { getEligibilityOperation, listSubmissionsOperation } from '../src/generated/operations.ts';
import { figureNames, figuresOf } from './figures.ts';
import { client, type LoadRequest, load } from './load.ts';
import { table } from './markdown.ts';
import { clear, localDate, newPlayers, requestsOf, solve, submit, tokenOf } from './players.ts';
import type { Server } from './postgres.ts';
import { service } from './programs.ts';
import { inTurn } from './rounds.ts';
import { median, medians } from './statistics.ts';
import { startTarget } from './target.ts';

const rounds = 9;
const seconds = 1;
const players = 640;

/** `npm run bench -- reads`: what a player's page reads, against the rejection for which the database does the same. */
export async function reads(server: Server): Promise<string> {
  await using target = await startTarget(service, await server.createDatabase());
  const { database, url } = target;
  await clear(database);
  const [newcomers, submitters] = [newPlayers(players), newPlayers(players)];
  await solve(database, submitters);
  await submit(database, submitters);
  await database.query('vacuum analyze');

  const eligibility = new URL(`${getEligibilityOperation.path}?localDate=${localDate}`, url).href;
  const list = new URL(listSubmissionsOperation.path, url).href;
  const tokens = (names: readonly string[]): LoadRequest[] => names.map((name) => ({ token: tokenOf(name) }));
  const rejected = { name: '403', status: 403, url, requests: requestsOf(newcomers) };
  const onCooldown = { name: '429', status: 429, url, requests: requestsOf(submitters) };
  const pairs = [
    { name: 'eligibility, not solved', url: eligibility, requests: tokens(newcomers), rejection: rejected },
    { name: 'eligibility, on cooldown', url: eligibility, requests: tokens(submitters), rejection: onCooldown },
    { name: 'submissions, one', url: list, requests: tokens(submitters), rejection: onCooldown },
  ];

  const rows = [];
  for (const { rejection, ...read } of pairs) {
    const [rejections = [], responses = []] = await inTurn(
      [rejection, { ...read, status: 200 }],
      rounds,
      ({ status, url, requests }) => load({ ...target, url }, requests, status, { seconds }),
    );
    const ratio = median(
      responses.map(({ requestsPerSecond }, round) => requestsPerSecond / (rejections[round]?.requestsPerSecond ?? 0)),
    );
    rows.push(
      [rejection.name, ...figuresOf(medians(rejections)), ''],
      [read.name, ...figuresOf(medians(responses)), ratio],
    );
  }
  return `${client}\n\n${table(['request', ...figureNames, 'req/s to rejection'], rows)}`;
}
