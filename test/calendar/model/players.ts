import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';
import fc from 'fast-check';
import { getEligibilityOperation, listSubmissionsOperation } from '../../../src/generated/operations.ts';
import { type Accepting, type Answer, modelled, type SubmissionRequest } from './players-model.ts';
import { membersOf, missingVerse, references } from './stored-model.ts';
import {
  anyOf,
  at,
  authorization,
  clocks,
  continueWith,
  edge,
  instance,
  key,
  model,
  type Name,
  nth,
  player,
  second,
  services,
  solved,
  storedRows,
  unsolved,
  weighted,
} from './world.ts';

const verse = fc.constantFrom(...Object.keys(references), missingVerse);
/** Mostly the one that all players solved. */
const localDate = fc.constantFrom(...Array<string>(24).fill(solved), unsolved, '2026-02-31', '24.12.2026');
const request = fc.record({ at, player, localDate, verse, key });

/** Of all responses to submissions. */
export const statuses = new Set<number>();

/** What players do. */
export const playersOperations = [
  weighted(12, submit, request),
  weighted(4, submitAtOnce, fc.array(request, { minLength: 2, maxLength: 4 })),
  weighted(6, retry, fc.record({ at, nth })),
  weighted(3, submitNearCooldownEnd, fc.record({ request, milliseconds: edge })),
];

type Request = SubmissionRequest & { readonly at: Name };

export async function submit(request: Request): Promise<void> {
  expect(await send(request)).toEqual(model.submit(instance(request.at), request));
}

/**
 * Sends the request of a stored submission again, with its key; of one on cooldown if there is any.
 */
async function retry({ at, nth }: { at: Name; nth: number }): Promise<void> {
  const withKey = model.rows.filter(({ key }) => key !== null);
  const onCooldown = withKey.filter(({ player }) => model.cooldownEnd(instance(at), player) !== undefined);
  const row = anyOf(onCooldown.length > 0 ? onCooldown : withKey, nth);
  if (row === undefined) return;
  await submit({ at, player: row.player, localDate: solved, verse: row.verse, key: row.key ?? undefined });
}

type NearCooldownEnd = { readonly request: Request; readonly milliseconds: number };

async function submitNearCooldownEnd({ request, milliseconds }: NearCooldownEnd): Promise<void> {
  const { at, player } = request;
  clocks[at].now = (model.cooldownEnd(instance(at), player) ?? clocks[at].now).add({ milliseconds });
  await submit(request);
}

/** The answers and the rows are those of some order of the requests. */
async function submitAtOnce(requests: readonly Request[]): Promise<void> {
  const answers = await Promise.all(requests.map(send));
  const seen = { answers, rows: await storedRows() };
  const possible = orders([...requests.entries()]).map((order) => {
    const after = model.copy();
    const answers: Answer[] = [];
    for (const [index, request] of order) answers[index] = after.submit(instance(request.at), request);
    return { after, expected: { answers, rows: after.rows } };
  });
  const match = possible.find(({ expected }) => isDeepStrictEqual(expected, seen));
  if (match === undefined) expect(possible.map(({ expected }) => expected)).toContainEqual(seen);
  else continueWith(match.after);
}

function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

async function send({ at, player, localDate, verse, key }: Request): Promise<Answer> {
  const body = { localDate, ...membersOf(verse) };
  const headers = key === undefined ? {} : { 'Idempotency-Key': key };
  const response = await services[at].submit(authorization.get(player) ?? {}, body, headers);
  statuses.add(response.status);
  return {
    status: response.status,
    body: modelled('submitVerse', response.text),
    retryAfter: response.headers.get('Retry-After'),
  };
}

/**
 * What an instance last found out about the calendar. It may report that for a second, by its
 * clock.
 */
const found: Partial<Record<Name, { now: Temporal.Instant; calendar: Accepting }>> = {};

/** @param verse the one that the request names, if any: its date is never an old one */
export async function readEligibility(
  name: Name,
  player: string,
  localDate: string,
  verse: string | undefined,
): Promise<void> {
  const at = instance(name);
  const calendar = model.accepting(at);
  const before = found[name];
  const isOpen = at.now.toString({ smallestUnit: 'millisecond' }) >= (before?.calendar.acceptingFrom ?? '9999');
  if (before === undefined || Math.abs(at.now.epochMilliseconds - before.now.epochMilliseconds) >= second || isOpen) {
    found[name] = { now: at.now, calendar };
  }
  const query = new URLSearchParams({ localDate });
  for (const [name, value] of Object.entries(verse ? membersOf(verse) : {})) query.append(name, String(value));
  const { status, body } = await get(name, player, 'eligibility', `${getEligibilityOperation.path}?${query}`);
  const nextFreeDate = verse && model.dateFor(at, verse);
  const possible = [calendar, found[name]?.calendar ?? calendar].map((known) => {
    const { acceptingFrom } = known;
    const ofVerse = nextFreeDate
      ? { accepting: true, nextFreeDate }
      : { accepting: false, ...(acceptingFrom && { acceptingFrom }) };
    return model.eligibility(at, player, localDate, verse ? ofVerse : known);
  });
  expect(status).toBe(200);
  expect(possible).toContainEqual(body);
}

export async function readSubmissions(at: Name, player: string): Promise<void> {
  const { status, body } = await get(at, player, 'submissions', listSubmissionsOperation.path);
  const expected = model.submissions(player);
  for (const list of ['submissions', 'withdrawn'] as const) {
    expect(body[list].map(instantOf)).toEqual(expected[list].map(instantOf));
  }
  expect({ status, body: byInstant(body) }).toEqual({ status: 200, body: byInstant(expected) });
}

interface Listed {
  readonly submittedAt: string;
}

const instantOf = ({ submittedAt }: Listed) => submittedAt;

/** Submissions of one instant, of which the operator has ended the cooldown, come in any order. */
function byInstant({ submissions, withdrawn }: { submissions: readonly Listed[]; withdrawn: readonly Listed[] }) {
  const key = (item: Listed) => item.submittedAt + JSON.stringify(Object.entries(item).sort());
  const sorted = (list: readonly Listed[]) => list.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return { submissions: sorted(submissions), withdrawn: sorted(withdrawn) };
}

async function get(at: Name, player: string, of: 'eligibility' | 'submissions', path: string) {
  const { status, text } = await services[at].request(path, { headers: authorization.get(player) ?? {} });
  return { status, body: modelled(of, text) };
}
