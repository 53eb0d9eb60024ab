import { createHmac } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { bearerAuthNotBeforeTolerance, bearerAuthSubject } from '../../src/generated/operations.ts';
import type { Answer } from './answer.ts';
import { fits, lengthOf, messageFor, type Operation } from './contracts.ts';
import { type Known, type Stored, second } from './stored.ts';

/** A request as it is sent. */
export interface Sent {
  readonly method: string;
  /** The path with its query, below the server's URL. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface User {
  readonly id: string;
  readonly name?: string | undefined;
  readonly roles: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

/** A request as an operation reads it, and what its response depends on. */
export interface Question {
  readonly operation: Operation;
  readonly stored: Stored;
  readonly known: Known;
  /** In microseconds since the epoch: one of the bounds of `known.now`. */
  readonly now: number;
  readonly sent: Sent;
  /** The parameters of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** The parameters of the query: null for an absent one, undefined for a malformed one. */
  readonly query: Readonly<Record<string, string | null | undefined>>;
  /** Who sends it, or the sentence that says why its token is invalid. */
  readonly user: User | string;
  /** The members of the JSON body. */
  readonly members: Members;
}

/**
 * A check: true if the request passes it. If not, false, or what the response has besides its error;
 * an answer with a status of its own ends the checks, too.
 */
export type Decide = (question: Question) => boolean | Partial<Answer>;

/** The user of a request whose token was checked. */
export function userOf({ user }: Question): User {
  return user as User;
}

export function headerOf({ headers }: Sent, name: string): string | undefined {
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

/** An integer as a path and a query write it; undefined for anything else. */
export function integerOf(text: string | null | undefined): number | undefined {
  return Number.isSafeInteger(Number(text)) && String(Number(text)) === text ? Number(text) : undefined;
}

/** Reads a request as an operation does. */
export function read(
  operation: Operation,
  path: Question['path'],
  asked: Pick<Question, 'stored' | 'known' | 'now' | 'sent'>,
): Question {
  const { sent, known, now } = asked;
  const sentQuery = new URLSearchParams(sent.target.split('?').slice(1).join('?'));
  const query = operation.operation.parameters.map(({ name }) => {
    const [value, more] = sentQuery.getAll(name);
    return [name, value === undefined ? null : value === '' || more !== undefined ? undefined : value] as const;
  });
  const body = readBody(sent, Number.POSITIVE_INFINITY, false);
  const members = typeof body === 'string' ? {} : body;
  return { ...asked, operation, path, query: Object.fromEntries(query), user: authenticate(sent, known, now), members };
}

/** The checks that operations share, by their names. */
export const sharedChecks: Readonly<Record<string, Decide>> = {
  authenticated: ({ user }) => typeof user !== 'string' || { says: user },

  allowed: (question) => question.operation.roles.some((role) => userOf(question).roles.includes(role)),

  readable: ({ operation, sent }) => {
    const { 'x-max-bytes': limit = 0, 'x-media-type': type } = operation.operation.requestBody ?? {};
    const body = readBody(sent, limit, type === 'required');
    return body === 'too large' ? { status: 413, body: { error: 'Request body too large' } } : body !== 'not JSON';
  },

  valid: (question) => invalidMember(question) ?? true,
};

/** A check with the name of a parameter: whether that is as its schema says. */
export function isParameter(operation: Operation, name: string): Decide | undefined {
  const parameter = operation.operation.parameters.find((each) => each.name === name && each.in !== 'header');
  if (parameter === undefined) return undefined;
  return ({ path, query }) => {
    const value = parameter.in === 'path' ? path[name] : query[name];
    if (value === null) return !parameter.required;
    const typed = parameter.schema.type === 'boolean' ? { true: true, false: false }[String(value)] : value;
    return fits(parameter.schema, parameter.schema.type === 'integer' ? integerOf(value) : typed);
  };
}

/**
 * The first member, or the date of the path, that is not as the contract says.
 *
 * @param more what is wrong with a member that is valid by itself; `date` is that of the path
 */
export function invalidMember(
  { operation, path, members }: Question,
  more: (name: string) => string | undefined = () => undefined,
): { readonly body: { readonly error: string } } | undefined {
  const { parameters, requestBody } = operation.operation;
  const { required = [], properties = {} } = requestBody?.schema ?? {};
  const date = parameters.find(({ name }) => name === 'date');
  const errorOf = (name: string) => {
    const value = members[name];
    const isAbsent = value === undefined && !required.includes(name);
    return isAbsent || fits(properties[name] as never, value) ? more(name) : (more(name) ?? messageFor(name));
  };
  const inPath = date === undefined || fits(date.schema, path['date']) ? undefined : messageFor('date');
  const error =
    inPath ??
    Object.keys(properties)
      .map(errorOf)
      .find((each) => each !== undefined);
  return error === undefined ? undefined : { body: { error } };
}

const tolerance = Temporal.Duration.from(bearerAuthNotBeforeTolerance).total('seconds') * second;

/** Whose token a request has, or the sentence that says why it has none. */
export function authenticate(sent: Sent, known: Known, now: number): User | string {
  const [, token = ''] = /^bearer +([^ ]+) *$/i.exec(headerOf(sent, 'Authorization') ?? '') ?? [];
  const [header = '', payload = '', signature] = token.split('.');
  const [{ alg }, claims] = [header, payload].map(partOf) as [Members, Members];
  if (signature === undefined) return '`Authorization:';
  const { secret, tokens = [] } = known;
  const hash = () =>
    createHmac('sha256', secret ?? '')
      .update(`${header}.${payload}`)
      .digest('base64url');
  const isSigned = secret === undefined ? tokens.includes(token) : alg === 'HS256' && hash() === signature;
  if (!isSigned) return 'Tokens are checked as RFC8725 recommends';
  const { sub, exp, nbf, iss, aud, roles, name, preferred_username: username } = claims;
  if (typeof exp !== 'number' || exp * second <= now) return '`exp` is required';
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf * second <= now + tolerance)) return '`nbf` is checked';
  const isMeant = known.audience === undefined || [aud].flat().includes(known.audience);
  if (!isMeant || ![undefined, iss].includes(known.issuer)) return '`iss` and `aud` are checked';
  if (!isSubject(sub)) return "The player's id is `sub`";
  // A token without the claim, or with another value, has no role.
  const isList = Array.isArray(roles) && roles.every((role) => typeof role === 'string');
  return { id: sub, name: [name, username].find(isSubject), roles: isList ? roles : [] };
}

function isSubject(claim: unknown): claim is string {
  const length = typeof claim === 'string' ? lengthOf(claim) : 0;
  return length >= bearerAuthSubject.minLength && length <= bearerAuthSubject.maxLength;
}

function partOf(part: string): Members {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) ?? {};
  } catch {
    return {};
  }
}

const decode = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

/**
 * The members of a JSON body. An absent body, `null` and JSON that is not an object count as an empty
 * object; white space alone is not JSON.
 *
 * @param needsType whether the Content-Type must be `application/json`
 */
function readBody(sent: Sent, maxBytes: number, needsType: boolean): Members | 'too large' | 'not JSON' {
  const type = headerOf(sent, 'Content-Type') ?? '';
  if (needsType && !/^application\/json *(;|$)/i.test(type)) return 'not JSON';
  // `Content-Encoding` is one of `gzip`, `deflate` and `br`, in any case.
  const coding = headerOf(sent, 'Content-Encoding')?.toLowerCase();
  if (coding !== undefined && !Object.hasOwn(decode, coding)) return 'not JSON';
  const [, charset = ''] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type) ?? [];
  try {
    const bytes = Buffer.from(sent.body);
    const decoded = coding === undefined ? bytes : decode[coding as keyof typeof decode](bytes);
    if (decoded.length > maxBytes) return 'too large';
    if (!['', 'utf-8'].includes(charset.toLowerCase())) return 'not JSON';
    const text = new TextDecoder('utf-8', { fatal: true }).decode(decoded); // without a byte order mark
    // The character U+FFFD stands for bytes that are not UTF-8, unless it is escaped.
    if (text.includes('\uFFFD')) return 'not JSON';
    const json: unknown = text === '' ? null : JSON.parse(text);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Members) : {};
  } catch {
    return 'not JSON';
  }
}
