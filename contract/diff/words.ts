import { fixedValue, isMethod, refName, type Schema } from '../document.ts';
import { code, plain } from './change.ts';
import { sharedPath } from './comparable.ts';
import type { Difference, Step } from './differences.ts';
import { asNode, withoutConst } from './node.ts';
import { kinds } from './renames.ts';
import { isUnnoticed } from './rules.ts';

/** The words for keywords in the sentences of a comparison. */
const nouns: Record<string, string> = {
  maximum: 'maximum',
  minimum: 'minimum',
  maxLength: 'maximum length',
  minLength: 'minimum length',
  pattern: 'pattern',
  format: 'format',
  type: 'type',
  default: 'default',
  description: 'description',
  summary: 'summary',
  title: 'title',
  version: 'version',
  openapi: 'version of OpenAPI',
  'x-cooldown': 'cooldown',
  'x-max-bytes': 'limit in bytes',
};

/** The place of a difference: an operation's response, an operation's request, or a part of the document. */
export function whereOf({ path }: Difference): string {
  const [first, second, third] = path;
  if (first?.keyword === 'components') {
    if (second === undefined) return 'the document';
    const kind = kinds[second.keyword] ?? second.keyword;
    return second.name === undefined ? `the document's ${code(second.keyword)}` : `the ${kind} ${code(second.name)}`;
  }
  if (first?.keyword !== 'paths' || first.name === undefined) {
    return first === undefined || ['info', 'openapi'].includes(first.keyword)
      ? 'the document'
      : `the document's ${code(first.keyword)}`;
  }
  if (first.name === sharedPath) return `${third?.name} of no operation`;
  if (second === undefined || !isMethod(second.keyword)) return code(first.name);
  const operation = code(`${second.keyword.toUpperCase()} ${first.name}`);
  if (third?.keyword === 'responses' && third.name !== undefined) return `${operation} ${third.name}`;
  return third?.keyword === 'requestBody' || third?.keyword === 'parameters' ? `${operation} request` : operation;
}

/** What changed, without the place. */
export function whatOf(difference: Difference): string {
  const { kind, path, before, after } = difference;
  const { keyword, name } = path.at(-1) ?? { keyword: '' };
  if (kind === 'component') return `${ownerOf(path) || 'it'} ${reference(before, after)}`;
  if (kind === 'wrapper') {
    const now = after === undefined ? 'no longer has' : 'now has';
    return `${ownerOf(path) || 'it'} ${now} ${code(after ?? before)} around its schema, which means the same`;
  }
  if (kind === 'order') return `the order${path.length === 1 ? '' : ` of ${code(keyword)}${of(path)}`} changed`;
  const example = path.findIndex((step) => ['example', 'examples'].includes(step.keyword));
  if (example !== -1)
    return `the example${of(path.slice(0, example + 1)).replace(' of the body', '')} ${became(before, after)}`;
  const extension = path.findIndex((step) => isUnnoticed(step.keyword));
  if (extension !== -1) {
    return `the extension ${code(keysOf(path.slice(extension)).join('.'))}${of(path.slice(0, extension + 1))} ${became(before, after)}`;
  }
  return (name === undefined ? undefined : entryWords(difference, keyword, name)) ?? valueWords(difference, keyword);
}

/** What changed in the entry of a list or of a map of names; undefined where it became another value. */
function entryWords({ path, before, after, parents }: Difference, keyword: string, name: string): string | undefined {
  const isNew = before === undefined;
  const changed = isNew ? 'is new' : after === undefined ? 'is gone' : 'changed';
  const member = code([...membersOf(path.slice(0, -1)), name].join('.'));
  switch (keyword) {
    case 'paths':
      return `the path ${changed}`;
    case 'responses':
      return `the status ${changed}`;
    case 'content':
      return `the content type ${code(name)} ${changed}`;
    case 'headers':
      return `the header ${code(name)} ${changed}`;
    case 'parameters': {
      const required = asNode(after ?? before)['required'] === true;
      return `the ${required ? 'required' : 'optional'} ${parameterName(name)} ${changed}`;
    }
    case 'properties': {
      const { required } = asNode(parents.after);
      const isRequired = isNew && Array.isArray(required) && required.includes(name);
      return `the ${isRequired ? 'required ' : ''}member ${member} ${changed}`;
    }
    case 'required':
      return `the member ${member} is ${isNew ? 'now' : 'no longer'} required`;
    case 'oneOf':
    case 'anyOf':
    case 'allOf': {
      const { error } = asNode(asNode(after ?? before)['properties']);
      const text = fixedValue(withoutConst(asNode(error)) as Schema);
      const what =
        text === undefined
          ? `the schema ${code(refName({ $ref: name }))} in ${code(keyword)}`
          : `the error text ${code(text)}`;
      return `${what}${text === undefined ? of(path) : ''} ${changed}`;
    }
    case 'enum':
      return enumWords({ path, before, after });
    case 'x-messages':
      return `the message ${code(name)} ${became(before, after)}`;
    default:
      if (path[0]?.keyword === 'components' && path.length === 2) return `it ${changed}`;
      return `${path.length === 1 ? '' : `${code(keyword)}${of(path)} `}${code(name)} ${changed}`;
  }
}

function enumWords({ path, before, after }: Pick<Difference, 'path' | 'before' | 'after'>): string {
  const owner = ownerOf(path.slice(0, -1)) || 'it';
  if (before === undefined) return `${code(after)} is a new value of ${owner}`;
  if (after === undefined) return `${code(before)} is no longer a value of ${owner}`;
  const isError = membersOf(path).at(-1) === 'error' && path.some((step) => step.keyword === 'responses');
  return isError
    ? `the error text ${code(before)} became ${code(after)}`
    : `the value of ${owner} was ${code(before)} and is now ${code(after)}`;
}

function valueWords({ path, before, after }: Difference, keyword: string): string {
  const owner = ownerOf(path.slice(0, -1)) || 'it';
  if (path.length === 2 && isMethod(keyword)) return `the operation is ${before === undefined ? 'new' : 'gone'}`;
  if (keyword === 'requestBody') return `the body is ${before === undefined ? 'new' : 'gone'}`;
  if (keyword === 'required' || keyword === 'deprecated')
    return `${owner} is ${after === true ? 'now' : 'no longer'} ${keyword}`;
  if (keyword === 'enum') return `${owner} ${after === undefined ? 'no longer' : 'now'} has a list of allowed values`;
  if (keyword === 'additionalProperties' && after === false) return `${owner} may have no undocumented members`;
  if (keyword === 'additionalProperties' && (after ?? true) === true) return `${owner} may have undocumented members`;
  return `the ${nouns[keyword] ?? code(keyword)}${of(path)} ${became(before, after)}`;
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

function parameterName(identity: string): string {
  const [, place, name] = /^(\w+) (.*)$/.exec(identity) ?? [];
  if (name === undefined) return `parameter ${code(identity)}`;
  return `${place === 'header' ? 'header' : `${place} parameter`} ${code(name)}`;
}

function of(path: readonly Step[]): string {
  const owner = ownerOf(path.slice(0, -1));
  return owner === '' ? '' : ` of ${owner}`;
}

/** The member, header, parameter or body at a path; empty where it is the place itself. */
function ownerOf(path: readonly Step[]): string {
  const members = membersOf(path);
  if (members.length > 0) return code(members.join('.'));
  const named = (keyword: string) => path.find((step) => step.keyword === keyword)?.name;
  const [header, parameter] = [named('headers'), named('parameters')];
  if (header !== undefined && path[0]?.keyword === 'paths') return `the header ${code(header)}`;
  if (parameter !== undefined && path[0]?.keyword === 'paths') return `the ${parameterName(parameter)}`;
  if (path.some(({ keyword }) => keyword === 'requestBody' || keyword === 'content')) return 'the body';
  // The rest are extensions and parts of the document, which their keys name.
  return keysOf(path.slice(placeLength(path)))
    .slice(path[0]?.keyword === 'paths' || path[0]?.keyword === 'components' ? 0 : 1)
    .map(code)
    .join(' ');
}

/** How many steps of a path `whereOf` names. Of a part of the document, it names the keyword only. */
function placeLength([first, second, third]: readonly Step[]): number {
  if (first?.keyword === 'components') return 2;
  if (first?.keyword !== 'paths') return 0;
  if (!isMethod(second?.keyword ?? '')) return 1;
  return third?.keyword === 'responses' ? 3 : 2;
}

function keysOf(path: readonly Step[]): string[] {
  return path.flatMap(({ keyword, name }) => (name === undefined ? [keyword] : [keyword, name]));
}

function membersOf(path: readonly Step[]): string[] {
  return path.flatMap(({ keyword, name }) => (keyword === 'properties' && name !== undefined ? [name] : []));
}
