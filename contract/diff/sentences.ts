import { refName } from '../document/references.ts';
import { fixedValue } from '../document/schemas.ts';
import type { Schema } from '../document/types.ts';
import { code, plain } from './change.ts';
import type { Difference, Step } from './differences.ts';
import { asList, asNode, isUnnoticed, withoutConst } from './node.ts';
import { keysOf, membersOf, of, ownerOf, parameterName } from './places.ts';
import { kinds } from './renames.ts';

/** What changed, without the place. */
export type Sentence = (difference: Difference) => string;

/** The words for keywords in sentences; other keywords are code. */
const nouns = new Map([
  ...'maximum minimum pattern format type default description summary title version status error'
    .split(' ')
    .map((word) => [word, word] as const),
  ['maxLength', 'maximum length'],
  ['minLength', 'minimum length'],
  ['openapi', 'version of OpenAPI'],
  ['otherwise', 'alternative rejection'],
  ['x-cooldown', 'cooldown'],
  ['x-max-bytes', 'limit in bytes'],
  ['x-role', 'role'],
]);

function nameOf(path: readonly Step[]): string {
  return path.at(-1)?.name ?? '';
}

/** How an entry of a list or map differs. */
function changed({ before, after }: Difference): string {
  return before === undefined ? 'is new' : after === undefined ? 'is gone' : 'changed';
}

/** What is at a path, as the subject of a sentence. */
function subjectOf(path: readonly Step[]): string {
  return ownerOf(path) || 'it';
}

/** What changed where that is not a value. */
export const sentencesOfKinds: Readonly<Record<Difference['kind'], Sentence | undefined>> = {
  value: undefined,
  component: ({ path, before, after }) => `${subjectOf(path)} ${reference(before, after)}`,
  wrapper: ({ path, before, after }) =>
    `${subjectOf(path)} ${after === undefined ? 'no longer' : 'now'} has ${code(after ?? before)} around its schema, which means the same`,
  order({ path, before, after }) {
    const keyword = path.at(-1)?.keyword;
    if (keyword === 'x-checks')
      return `the checks ran in the order ${list(before)} and now run in the order ${list(after)}`;
    return `the order${path.length === 1 ? '' : ` of ${code(keyword)}${of(path)}`} changed`;
  },
};

function list(names: unknown): string {
  return asList(names).map(code).join(', ');
}

export function exampleSentence({ path, before, after }: Difference): string {
  const example = path.findIndex(({ keyword }) => ['example', 'examples'].includes(keyword));
  return `the example${of(path.slice(0, example + 1)).replace(' of the body', '')} ${became(before, after)}`;
}

export function extensionSentence({ path, before, after }: Difference): string {
  const extension = path.findIndex(({ keyword }) => isUnnoticed(keyword));
  const keys = keysOf(path.slice(extension)).join('.');
  return `the extension ${code(keys)}${of(path.slice(0, extension + 1))} ${became(before, after)}`;
}

/** A new check also by its number, since the order decides. */
export function checkSentence(difference: Difference): string {
  const { path, before, parents } = difference;
  const index = asList(asNode(parents.after)['x-checks']).findIndex((check) => asNode(check)['name'] === nameOf(path));
  const number = before === undefined && index !== -1 ? `, as number ${index + 1}` : '';
  return `the check ${code(nameOf(path))} ${changed(difference)}${number}`;
}

/** @param subject what comes or goes; `NAME` stands for the name of the entry */
export function comesOrGoes(subject: string): Sentence {
  return (difference) => `${subject.replace('NAME', () => code(nameOf(difference.path)))} ${changed(difference)}`;
}

export function parameterSentence(difference: Difference): string {
  const required = asNode(difference.after ?? difference.before)['required'] === true;
  const parameter = parameterName(nameOf(difference.path));
  return `the ${required ? 'required' : 'optional'} ${parameter} ${changed(difference)}`;
}

export function memberSentence(difference: Difference): string {
  const { path, before, parents } = difference;
  const isRequired = before === undefined && asList(asNode(parents.after)['required']).includes(nameOf(path));
  return `the ${isRequired ? 'required ' : ''}member ${code(membersOf(path).join('.'))} ${changed(difference)}`;
}

export function messageSentence({ path, before, after }: Difference): string {
  return `the message ${code(nameOf(path))} ${became(before, after)}`;
}

/** A schema of a list; an error by its text. */
export function schemaSentence(difference: Difference): string {
  const { path, before, after } = difference;
  const { error } = asNode(asNode(after ?? before)['properties']);
  const text = fixedValue(withoutConst(asNode(error)) as Schema);
  const { keyword = '', name = '' } = path.at(-1) ?? {};
  const subject =
    text === undefined
      ? `the schema ${code(refName({ $ref: name }))} in ${code(keyword)}${of(path)}`
      : `the error text ${code(text)}`;
  return `${subject} ${changed(difference)}`;
}

export function requiredSentence({ path, before }: Difference): string {
  const member = code([...membersOf(path), nameOf(path)].join('.'));
  return `the member ${member} is ${before === undefined ? 'now' : 'no longer'} required`;
}

export function enumSentence({ path, before, after }: Difference): string {
  const owner = subjectOf(path.slice(0, -1));
  if (before === undefined) return `${code(after)} is a new value of ${owner}`;
  if (after === undefined) return `${code(before)} is no longer a value of ${owner}`;
  const isError = membersOf(path).at(-1) === 'error' && path.some((step) => step.keyword === 'responses');
  return isError
    ? `the error text ${code(before)} became ${code(after)}`
    : `the value of ${owner} was ${code(before)} and is now ${code(after)}`;
}

export function flagSentence({ path, after }: Difference): string {
  return `${subjectOf(path.slice(0, -1))} is ${after === true ? 'now' : 'no longer'} ${path.at(-1)?.keyword}`;
}

export function listSentence({ path, after }: Difference): string {
  return `${subjectOf(path.slice(0, -1))} ${after === undefined ? 'no longer' : 'now'} has a list of allowed values`;
}

export function othersSentence(difference: Difference): string {
  const { path, after = true } = difference;
  if (typeof after !== 'boolean') return valueSentence(difference);
  return `${subjectOf(path.slice(0, -1))} may have ${after ? '' : 'no '}undocumented members`;
}

export function entrySentence(difference: Difference): string {
  const { path } = difference;
  if (path[0]?.keyword === 'components' && path.length === 2) return `it ${changed(difference)}`;
  const { keyword = '', name } = path.at(-1) ?? {};
  return `${path.length === 1 ? '' : `${code(keyword)}${of(path)} `}${code(name)} ${changed(difference)}`;
}

export function valueSentence({ path, before, after }: Difference): string {
  const { keyword = '' } = path.at(-1) ?? {};
  return `the ${nouns.get(keyword) ?? code(keyword)}${of(path)} ${became(before, after)}`;
}

/** Another component, or none, has the content. */
function reference(before: unknown, after: unknown): string {
  const component = ($ref: unknown) => {
    const [, , kind = '', name] = plain($ref).split('/');
    return `the ${kinds[kind] ?? 'component'} ${code(name ?? $ref)}`;
  };
  if (after === undefined) return `no longer refers to ${component(before)}`;
  return `now refers to ${component(after)}${before === undefined ? '' : ` instead of ${component(before)}`}`;
}

/** How a value was added, removed or replaced. Of a long text, only the sentences that differ. */
function became(before: unknown, after: unknown): string {
  if (before === undefined) return `is new: ${quoted(after)}`;
  if (after === undefined) return `is gone: ${quoted(before)}`;
  if ([before, after].some((value) => typeof value !== 'string') || (!isLong(before) && !isLong(after)))
    return `was ${quoted(before)} and is now ${quoted(after)}`;
  const [old, current] = [sentencesOf(before), sentencesOf(after)];
  const gone = old.filter((part) => !current.includes(part)).join(' ');
  const fresh = current.filter((part) => !old.includes(part)).join(' ');
  const parts = [...(gone === '' ? [] : [`lost “${gone}”`]), ...(fresh === '' ? [] : [`gained “${fresh}”`])];
  return parts.join(' and ') || 'has its sentences in a different order';
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > 80;
}

function quoted(value: unknown): string {
  return isLong(value) ? `“${sentencesOf(value).join(' ')}”` : code(value);
}

function sentencesOf(text: unknown): string[] {
  return plain(text)
    .trim()
    .replace(/\s+/g, ' ')
    .split(/(?<=[.:?!]\**) /);
}
