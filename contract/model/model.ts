import { sharedResponses } from '../../src/generated/operations.ts';
import { type Answer, as, type Fault, faultIf, match } from './answer.ts';
import { type Check, fits, type Operation, operations } from './contracts.ts';
import { deskChecks } from './desk.ts';
import { playersChecks } from './players.ts';
import { puzzleChecks } from './puzzle.ts';
import { type Decide, headerOf, isParameter, type Question, read, type Sent, sharedChecks } from './request.ts';
import { type Known, type Stored, seeing } from './stored.ts';

/**
 * The three contracts as a value and a function: what is stored, and for a request the responses
 * that are allowed, each with what is stored then. A rule stands beside the sentence that it is, by
 * which a fault names it. What a server may choose, such as its windows, is a property of what it
 * sends, and what it has sent counts from then on.
 *
 * Ann has solved the puzzle of November 21, and nothing else is known of a server:
 *
 *     const known = { now: exactly(instantOf('2026-11-21T09:30:00Z')), secret };
 *     const stored = { ...nothing, completions: new Set([completion('ann', '2026-11-21')]) };
 *     const sent = { method: 'POST', target: '/api/submit-verse', headers: { Authorization },
 *       body: '{"localDate":"2026-11-21","bookId":"JHN","chapter":3,"verse":16}' };
 *     const first = judge(stored, sent, { status: 201, headers, text:
 *       '{"scheduledDate":"2026-11-28","reference":"John 3:16","windowText":"November 28 – 30, 2026"}' }, known);
 *
 * `first.faults` is empty: the date is ahead, nobody has it, and its window contains it. Now
 * `first.stored` has the submission, and the same request must get 429. A second 201 is a fault:
 *
 *     judge(first.stored, sent, { status: 201, … }, known).faults
 *     // [{ says: '5. `cooldown` (429): no cooldown of the player is active.',
 *     //    text: 'the status is 201, expected 429: {"scheduledDate":…' }]
 *
 * Of a clock that is known to a second, the responses at both of its bounds are allowed.
 */
export function judge(stored: Stored, sent: Sent, received: Received, known: Known): Judgement {
  const judged = judgeAnswer(stored, sent, received, known);
  const ids = requestIdOf(stored, sent, received);
  return { stored: seeing(judged.stored, { ids: ids.ids }), faults: [...judged.faults, ...ids.faults] };
}

function judgeAnswer(stored: Stored, sent: Sent, received: Received, known: Known): Judgement {
  const answers = answersTo(stored, sent, known);
  if (answers.length === 0) return { stored, faults: [] };
  const body = parsed(received.text);
  const isUnread = sent.method === 'HEAD' || [204, 304].includes(received.status);
  const judged = answers
    .filter(({ status }) => [received.status, 0].includes(status))
    .map((answer) => ({ answer, faults: faultsOf(answer, received, isUnread ? undefined : body) }));
  const right = judged.find(({ faults }) => faults.length === 0) ?? judged[0];
  if (right === undefined) {
    const wanted = answers[0] as Answer;
    const text = `the status is ${received.status}, expected ${wanted.status}${received.text && `: ${received.text}`}`;
    return { stored, faults: [{ says: claimedBy(routeOf(sent)?.operation, wanted, received.status, body), text }] };
  }
  if (right.faults.length > 0) return { stored, faults: right.faults };
  const next = sent.method === 'HEAD' ? stored : (right.answer.next?.(body) ?? stored);
  if (isUnread) return { stored: next, faults: unreadFaults(stored, sent, right.answer, received) };
  return tagged(next, sent.target, received);
}

/** A response as it is received. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Judgement {
  /** What is stored after the response; what was stored before, if that is wrong. */
  readonly stored: Stored;
  readonly faults: readonly Fault[];
}

/**
 * Judges simultaneous requests: some order of them explains all responses.
 *
 * @param exchanges few, since each order is tried until one fits
 */
export function judgeTogether(
  stored: Stored,
  exchanges: readonly { readonly sent: Sent; readonly received: Received; readonly known: Known }[],
): Judgement {
  let last: Judgement = { stored, faults: [] };
  for (const [index, { sent, received, known }] of exchanges.entries()) {
    last = judge(stored, sent, received, known);
    if (last.faults.length === 0) last = judgeTogether(last.stored, exchanges.toSpliced(index, 1));
    if (last.faults.length === 0) return last;
  }
  return last;
}

const checks: Readonly<Record<string, Readonly<Record<string, Decide>>>> = {
  ...playersChecks,
  ...puzzleChecks,
  ...deskChecks,
};

/** The operation whose request it is, or what its path gets; `near` has the path with another method. */
type Route =
  | { readonly operation: Operation; readonly path: Question['path'] }
  | { readonly operation?: undefined; readonly near?: Operation | undefined; readonly none: Answer };

const badRequest: Answer = { says: '400 `BadRequest`', status: 400, body: sharedResponses.badRequest.body };
const notFound: Answer = { says: '404 `NotFound`', status: 404, body: sharedResponses.notFound.body };
const methodNotAllowed = sharedResponses.methodNotAllowed({ Allow: '' }).body;
const notAllowed: Answer = { says: '405 `MethodNotAllowed`', status: 405, body: methodNotAllowed };
/** "Some exist all the same", of which the contracts say nothing more. */
const pages = /^\/(openapi\.(yaml|json)|docs|submit|desk|)(\?|$)/;

export function routeOf(sent: Sent): Route | undefined {
  const { method, target } = sent;
  if (!/^[\w.:[\]-]+$/.test(headerOf(sent, 'Host') ?? 'any')) return { none: badRequest };
  if (pages.test(target)) return undefined;
  const parts = target.replace(/\?.*/s, '').split('/');
  const found = Object.values(operations).flatMap((operation) => {
    const path = parametersOf(operation.path.split('/'), parts);
    return path === undefined ? [] : [{ operation, path }];
  });
  // A path with GET also has HEAD.
  const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
  const route = found.find(({ operation }) => operation.method === asked);
  return route ?? { near: found[0]?.operation, none: found.length === 0 ? notFound : notAllowed };
}

/** The parameters of a path, decoded; undefined if it is another path. */
function parametersOf(names: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (names.length !== parts.length) return undefined;
  const isSame = names.every((name, index) => (name.startsWith('{') ? parts[index] !== '' : parts[index] === name));
  try {
    const decoded = names.map((name, index) => [name.slice(1, -1), decodeURIComponent(parts[index] ?? '')]);
    return isSame ? Object.fromEntries(decoded) : undefined;
  } catch {
    return undefined;
  }
}

/** The responses that are allowed; none if the contracts say nothing of the path. */
export function answersTo(stored: Stored, sent: Sent, known: Known): Answer[] {
  const route = routeOf(sent);
  if (route === undefined) return [];
  if (route.operation === undefined) {
    // A preflight request, or a server that says which methods it has.
    const options = sent.method === 'OPTIONS' && route.near ? [200, 204] : [];
    return [route.none, ...options.map((status) => ({ says: '', status }))];
  }
  const { operation, path } = route;
  const bounds = [...new Set([known.now.from, known.now.to])];
  const answers = bounds
    .flatMap((now) => decided(operation, read(operation, path, { stored, known, now, sent })))
    .flatMap((answer) => conditional(stored, sent, operation, answer));
  if (operation.operation.security.length > 0 || headerOf(sent, 'Origin') === undefined) return answers;
  const header = as('Pages of any origin may read what needs no token', '*');
  return answers.map((answer) => ({
    ...answer,
    headers: { ...answer.headers, 'Access-Control-Allow-Origin': header },
  }));
}

/** The answer of the first check that the request does not pass; the last one has that of a success. */
function decided(operation: Operation, question: Question): Answer[] {
  const own = checks[operation.operation.operationId] ?? {};
  for (const check of operation.checks) {
    const isBroken = question.known.isBroken === true && check === operation.checks.at(-1);
    const decide = own[check.name] ?? sharedChecks[check.name] ?? isParameter(operation, check.name);
    if (decide === undefined) throw new Error(`the model has no check ${check.name} of ${operation.name}`);
    const answer = isBroken ? false : decide(question);
    if (answer === true) continue;
    const { mayFail, ...made } = answer === false ? {} : answer;
    return [rejected(check, made), ...(mayFail ? [rejected(check, { next: mayFail })] : [])];
  }
  throw new Error(`the model has no success of ${operation.name}`);
}

function rejected({ says, rejections: [rejection] }: Check, answer: Partial<Answer>): Answer {
  const { status, error } = rejection as Check['rejections'][0];
  if (answer.status !== undefined) return { says, ...answer } as Answer;
  return { says, status, ...answer, body: { ...(error !== undefined && { error }), ...(answer.body ?? {}) } };
}

/** With the stored `ETag` in `If-None-Match`, 304 comes instead of the body. */
function conditional(stored: Stored, sent: Sent, { operation }: Operation, answer: Answer): Answer[] {
  const condition = headerOf(sent, 'If-None-Match');
  const isForced = operation.security.length > 0 && /\bno-cache\b/.test(headerOf(sent, 'Cache-Control') ?? '');
  if (operation.responses['304'] === undefined || answer.status !== 200) return [answer];
  if (condition === undefined || isForced) return [answer];
  const notModified = { says: 'With the stored `ETag` in `If-None-Match`', status: 304 };
  if (condition.trim() === '*') return [notModified];
  const seen = stored.seen.tags[sent.target];
  if (seen === undefined) return [answer, notModified];
  const isListed = condition.split(/, */).some((tag) => strong(tag) === strong(seen.tag));
  return isShownBy(answer, seen.text) && isListed ? [notModified] : [answer];
}

/** Whether a response had this text before, as far as that can be known. */
function isShownBy(answer: Answer, text: string): boolean {
  const body = parsed(text);
  return [...match(answer.body ?? {}, body, ''), ...(answer.also?.(body) ?? [])].length === 0;
}

/** What is wrong with a response to HEAD, or a 304, which have the headers of the response with a body. */
function unreadFaults(
  { seen }: Stored,
  { method, target }: Sent,
  answer: Answer,
  { headers, text }: Received,
): Fault[] {
  const [tag, before] = [headers.get('ETag'), seen.tags[target]];
  const isSame = method === 'HEAD' && before !== undefined && isShownBy(answer, before.text);
  const isOther = isSame && strong(tag ?? '') !== strong(before.tag);
  return [
    ...faultIf(text !== '', 'Its response is that of GET', `there is a body: ${text}`),
    ...faultIf(isOther, 'Its response is that of GET', `the ETag is ${tag}, that of GET was ${before?.tag}`),
  ];
}

function strong(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

const requestId = operations['listSubmissions']?.operation.parameters.find(({ name }) => name === 'X-Request-Id');
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What is wrong with the id of a request: its own one, or one that the server makes anew each time. */
function requestIdOf({ seen: { ids } }: Stored, sent: Sent, { headers }: Received) {
  const [own, id] = [headerOf(sent, 'X-Request-Id'), headers.get('X-Request-Id')];
  if (id === null || requestId === undefined) return { ids, faults: [] };
  const isShared = /\bpublic\b/.test(headers.get('Cache-Control') ?? '');
  const text = `the header X-Request-Id is ${id}, that of the request ${own ?? 'absent'}`;
  if (own !== undefined && !isShared && fits(requestId.schema as never, own)) {
    return { ids, faults: faultIf(id !== own, "The request's id in the service's log", text) };
  }
  if (isShared) return { ids, faults: faultIf(id === own, 'A response that shared caches may store', text) };
  const isNew = uuid.test(id) && id !== own && !ids.includes(id);
  return { ids: [...ids.slice(-99), id], faults: faultIf(!isNew, 'If the id is absent or malformed', text) };
}

/** What is wrong with the ETag of a response, whose body it identifies. */
function tagged(stored: Stored, target: string, { headers, text }: Received): Judgement {
  const tag = headers.get('ETag');
  if (tag === null) return { stored, faults: [] };
  const { tags } = stored.seen;
  const isOther = Object.values(tags).some((each) => each.tag === tag && each.text !== text);
  const before = tags[target]?.text === text ? tags[target].tag : tag;
  return {
    stored: seeing(stored, { tags: { ...tags, [target]: { tag, text } } }),
    faults: [
      ...faultIf(isOther, 'It changes with the body', `the ETag ${tag} is that of another body`),
      ...faultIf(strong(before) !== strong(tag), 'Identifies the body', `the ETag ${tag} was ${before} of this body`),
    ],
  };
}

/** @param body undefined if the response has none */
function faultsOf({ says, headers = {}, body: expected, also }: Answer, received: Received, body: unknown): Fault[] {
  const inHeaders = Object.entries(headers).flatMap(([name, value]) =>
    match(value, received.headers.get(name) ?? undefined, says, `the header ${name}`),
  );
  if (body === undefined) return inHeaders;
  const inBody = match(expected ?? {}, body, says);
  return [...inHeaders, ...inBody, ...(inBody.length === 0 ? (also?.(body) ?? []) : [])];
}

/**
 * The sentence that a wrong status contradicts: that of the check which the response says has
 * failed, if the request passes it; or else that of the response that is right.
 */
function claimedBy(operation: Operation | undefined, { says }: Answer, status: number, body: unknown): string {
  const { error = '' } = (body ?? {}) as { readonly error?: string };
  const all = operation?.checks ?? [];
  const right = all.findIndex((check) => check.says === says);
  const claims = (check: Check) =>
    check.rejections.some((each) => each.status === status && [undefined, error].includes(each.error));
  return all.slice(0, right < 0 ? undefined : right).find(claims)?.says ?? says;
}

/** JSON, or else the text itself. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
