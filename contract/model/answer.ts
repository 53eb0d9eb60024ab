import { type Span, type Stored, textOf } from './stored.ts';

/** What a response has, and a sentence of a contract says otherwise. */
export interface Fault {
  /** The beginning of the sentence. */
  readonly says: string;
  readonly text: string;
}

/** A fault, if something is wrong. */
export function faultIf(isWrong: boolean, says: string, text: string): Fault[] {
  return isWrong ? [{ says, text }] : [];
}

/**
 * What a value must be: the value itself, where an absent member is undefined; or a property of it,
 * where the server may choose. An object may have other members.
 */
export type Expected = unknown;

class Matcher {
  readonly faults: (value: unknown, says: string, name: string) => Fault[];
  constructor(faults: Matcher['faults']) {
    this.faults = faults;
  }
}

/** @param says the sentence, if it is another one than that of the response as a whole */
export function property(
  wanted: string,
  // biome-ignore lint/suspicious/noExplicitAny: each property reads the value that it is about
  holds: (value: any) => boolean,
  says?: string,
): Expected {
  return new Matcher((value, whole, name) => (holds(value) ? [] : [wrong(name, value, wanted, says ?? whole)]));
}

/** A value, for which another sentence stands than for the response as a whole. */
export function as(says: string, expected: Expected): Expected {
  return new Matcher((value, _, name) => match(expected, value, says, name));
}

/** Anything, such as what others may have stored. */
export const anything = property('anything', () => true);

/** @param plus microseconds after the instant */
export function instantIn(span: Span | undefined, plus = 0): Expected {
  if (span === undefined) return undefined;
  if (!Number.isFinite(span.from)) return property('an instant', (value) => typeof value === 'string');
  const [first, last] = [textOf(span.from + plus), textOf(span.to + plus)];
  if (first === last) return first;
  return property(`an instant from ${first} to ${last}`, (value) => value >= first && value <= last);
}

function wrong(name: string, value: unknown, wanted: string, says: string): Fault {
  return { says, text: `${name || 'the body'} is ${JSON.stringify(value) ?? 'absent'}, expected ${wanted}` };
}

/** What a value has otherwise than it must. */
export function match(expected: Expected, value: unknown, says: string, name = ''): Fault[] {
  if (expected instanceof Matcher) return expected.faults(value, says, name);
  const below = (key: string | number) => (name === '' ? `${key}` : `${name}/${key}`);
  if (Array.isArray(expected)) {
    const items = Array.isArray(value) ? value : [];
    if (items.length !== expected.length) {
      return [wrong(`the number of ${name}`, items.length, `${expected.length}`, says)];
    }
    return expected.flatMap((item, index) => match(item, items[index], says, below(index)));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof value !== 'object' || value === null) return [wrong(name, value, 'an object', says)];
    const members = value as Readonly<Record<string, unknown>>;
    return Object.entries(expected).flatMap(([key, each]) => match(each, members[key], says, below(key)));
  }
  return Object.is(expected, value) ? [] : [wrong(name, value, JSON.stringify(expected) ?? 'absent', says)];
}

/** Which of some things each item of a list shows. The last ones are left where nothing fits. */
export function pairs<One>(ones: readonly One[], items: readonly unknown[], shown: (one: One) => Expected): One[] {
  const left = [...ones];
  return items.slice(0, ones.length).map((item) => {
    const fitting = left.findIndex((one) => match(shown(one), item, '').length === 0);
    return left.splice(Math.max(fitting, 0), 1)[0] as One;
  });
}

/** A list of submissions, newest first; those of one instant come in any order. */
export function newestFirst<One>(ones: readonly One[], shown: (one: One) => Expected): Expected {
  return new Matcher((value, says, name) => {
    const items: readonly { readonly submittedAt: string }[] = Array.isArray(value) ? value : [];
    const early = items.findIndex(({ submittedAt }, index) => submittedAt < (items[index + 1]?.submittedAt ?? ''));
    if (early >= 0) return [wrong(`${name}/${early}/submittedAt`, items[early]?.submittedAt, 'newest first', says)];
    return match([...pairs(ones, items, shown), ...ones.slice(items.length)].map(shown), value, says, name);
  });
}

/** A response that is allowed. */
export interface Answer {
  /** The sentence that allows this one and no other. */
  readonly says: string;
  readonly status: number;
  /** Undefined for none. */
  readonly body?: Expected;
  readonly headers?: Readonly<Record<string, Expected>>;
  /** Further faults, which concern several members. */
  // biome-ignore lint/suspicious/noExplicitAny: a body, whose schema is checked apart
  readonly also?: (body: any) => Fault[];
  /** What is stored then; by default the same. */
  // biome-ignore lint/suspicious/noExplicitAny: a body that is right
  readonly next?: (body: any) => Stored;
  /** What is known after the response of the check, which is allowed, too: only the server knows what it has free. */
  readonly mayFail?: () => Stored;
}
