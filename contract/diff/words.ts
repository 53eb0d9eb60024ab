import type { Diff } from 'api-smart-diff';
import { dereference, lookUp, type Parameter } from '../document.ts';
import { code } from './change.ts';
import { sharedPath } from './comparable.ts';
import { type Documents, isRequired } from './level.ts';

/** The words for keywords in the sentences of a comparison. */
const nouns: Record<string, string> = {
  maximum: 'maximum',
  minimum: 'minimum',
  maxLength: 'maximum length',
  minLength: 'minimum length',
  pattern: 'pattern',
  format: 'format',
  type: 'type',
  description: 'description',
  summary: 'summary',
  title: 'title',
  'x-cooldown': 'cooldown',
  'x-max-bytes': 'limit in bytes',
  enum: 'list of allowed values',
  oneOf: 'list of possible bodies',
};

/** The place of a difference: an operation's response, an operation's request, or a part of the document. */
export function whereOf({ path }: Diff): string {
  const [first, second, third, fourth, fifth] = path.map(String);
  if (first === 'components') return `the security scheme ${code(third)}`;
  if (first !== 'paths')
    return first === 'info' || first === undefined ? 'the document' : `the document's ${code(first)}`;
  if (second === sharedPath) return `${fifth} of no operation`;
  if (third === undefined) return code(second);
  const operation = code(`${third.toUpperCase()} ${second}`);
  if (fourth === 'responses') return `${operation} ${fifth}`;
  return fourth === 'requestBody' || fourth === 'parameters' ? `${operation} request` : operation;
}

/** What changed, without the place. api-smart-diff gives paths and values only; reviewers read sentences. */
export function whatOf(difference: Diff, documents: Documents): string {
  const { action, before, after } = difference;
  const keys = difference.path.map(String);
  const last = keys.at(-1) ?? '';
  const parent = keys.at(-2) ?? '';
  if (action === 'add' && last === 'deprecated') return 'it is now deprecated';
  const changed = action === 'add' ? 'is new' : action === 'remove' ? 'is gone' : 'changed';

  if (keys[0] === 'paths' && keys.length <= 3) return `the ${keys.length === 3 ? 'operation' : 'path'} ${changed}`;
  if (parent === 'responses') return `the status ${changed}`;
  if (parent === 'content') return `the content type ${code(last)} ${changed}`;
  if (parent === 'headers') return `the header ${code(last)} ${changed}`;
  if (parent === 'parameters') {
    const parameter = (dereference(documents.after, after ?? before) ?? {}) as Parameter;
    return `the ${parameter.required ? 'required' : 'optional'} ${nameOf(parameter)} ${changed}`;
  }
  if (parent === 'properties') {
    const required = action === 'add' && isRequired(documents.after, difference.path.slice(0, -2), last);
    return `the ${required ? 'required ' : ''}member ${code(last)} ${changed}`;
  }
  return itemWords(difference, documents) ?? valueWords(difference, documents);
}

/** What changed in the item of a list; undefined where the list has no words of its own. */
function itemWords({ path, action, before, after }: Diff, documents: Documents): string | undefined {
  const keys = path.map(String);
  const list = keys.at(-2);
  if (list === 'required') {
    const now = action === 'add' ? 'is now' : 'is no longer';
    return `the member ${code(after ?? before)} ${now} required`;
  }
  if (list === 'oneOf') {
    const document = action === 'add' ? documents.after : documents.before;
    const schema = dereference(document, after ?? before) as { properties?: { error?: { enum?: string[] } } };
    const text = schema?.properties?.error?.enum?.[0];
    const what = text === undefined ? `the body ${code(after ?? before)}` : `the error text ${code(text)}`;
    return `${what} is ${action === 'add' ? 'new' : 'gone'}`;
  }
  if (list !== 'enum') return undefined;
  const subject = subjectOf(path.slice(0, -2), documents);
  if (action === 'replace') {
    const error = keys.at(-3) === 'error' && keys.includes('responses');
    return error
      ? `the error text ${code(before)} became ${code(after)}`
      : `the value of ${subject} was ${code(before)} and is now ${code(after)}`;
  }
  for (const [document, words] of [
    [documents.before, 'now has a list of allowed values'],
    [documents.after, 'no longer has a list of allowed values'],
  ] as const) {
    if (lookUp(document, path.slice(0, -1)) === undefined) return `${subject} ${words}`;
  }
  return action === 'add'
    ? `${code(after)} is a new value of ${subject}`
    : `${code(before)} is no longer a value of ${subject}`;
}

function valueWords({ path, action, before, after }: Diff, documents: Documents): string {
  const keys = path.map(String);
  const last = keys.at(-1) ?? '';
  if (last === 'required') {
    return `${subjectOf(path.slice(0, -1), documents)} is ${after === true ? 'now' : 'no longer'} required`;
  }
  if (keys.includes('x-messages')) return `the message ${code(last)} ${became(action, before, after)}`;
  const examples = keys.findIndex((key) => key === 'example' || key === 'examples');
  if (examples !== -1) return `the example ${became(action, before, after)}`;
  const subject = subjectOf(path.slice(0, -1), documents);
  if (last === 'additionalProperties') {
    return `${subject} ${after === false ? 'may have no' : 'may have'} undocumented members`;
  }
  if (isIndex(last)) return `${quoted(after ?? before)} ${action === 'add' ? 'is new' : 'is gone'}`;
  const noun = nouns[last] ?? code(last);
  return `the ${noun}${subject === '' ? '' : ` of ${subject}`} ${became(action, before, after)}`;
}

/** How a value was added, removed or replaced. Of a long text, only the sentences that differ. */
function became(action: string, before: unknown, after: unknown): string {
  if (action === 'add') return `is new: ${quoted(after)}`;
  if (action === 'remove') return `is gone: ${quoted(before)}`;
  if (!isLong(before) && !isLong(after)) return `was ${quoted(before)} and is now ${quoted(after)}`;
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
  return String(text)
    .trim()
    .replace(/\s+/g, ' ')
    .split(/(?<=[.:?!]\**) /);
}

function nameOf({ in: place, name }: Parameter): string {
  return `${place === 'header' ? 'header' : `${place} parameter`} ${code(name)}`;
}

/** The owner of a keyword: a member, a header, a parameter or a body; empty where it is the place itself. */
function subjectOf(path: readonly PropertyKey[], documents: Documents): string {
  const keys = path.map(String);
  const members = keys.filter((_, index) => keys[index - 1] === 'properties');
  if (members.length > 0) return code(members.join('.'));
  const header = keys.indexOf('headers');
  if (header !== -1) return `the header ${code(keys[header + 1])}`;
  const parameter = keys.indexOf('parameters');
  if (parameter !== -1) return `the ${nameOf(lookUp(documents.before, path.slice(0, parameter + 2)) as Parameter)}`;
  if (keys.includes('requestBody') || keys.includes('content')) return 'the body';
  // The rest are extensions and parts of the document, which their keys name.
  const names = keys.slice(keys[0] === 'components' ? 3 : 1).filter((key) => !isIndex(key));
  return keys[0] === 'paths' ? '' : names.map(code).join(' ');
}

function isIndex(key: string): boolean {
  return /^\d+$/.test(key);
}
