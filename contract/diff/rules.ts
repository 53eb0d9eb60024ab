import { isMethod } from '../document/types.ts';
import type { Level } from './change.ts';
import { sharedPath } from './comparable.ts';
import type { Difference, Pair } from './differences.ts';
import {
  type Effect,
  exclusive,
  flag,
  lower,
  lowerFromZero,
  narrows,
  schemas,
  types,
  upper,
  widens,
} from './narrowing.ts';
import { asList, asNode, isUnnoticed, noticed } from './node.ts';
import { securityLevel } from './security.ts';
import {
  checkSentence,
  comesOrGoes,
  entrySentence,
  enumSentence,
  exampleSentence,
  extensionSentence,
  flagSentence,
  listSentence,
  memberSentence,
  messageSentence,
  othersSentence,
  parameterSentence,
  requiredSentence,
  type Sentence,
  schemaSentence,
  sentencesOfKinds,
  valueSentence,
} from './sentences.ts';

/** What readers see of a rule. */
export interface RuleForReaders {
  /** The differences that have the rule, in Markdown. */
  readonly change: string;
  /** The level, and why unless the rule itself says so. */
  readonly verdict: { readonly words: string; readonly because?: string };
  readonly because?: string;
}

/** The level of a difference. */
type Verdict = RuleForReaders['verdict'] & { readonly level: (difference: Difference) => Level };

interface Rule extends RuleForReaders {
  readonly fits: (difference: Difference) => boolean;
  readonly verdict: Verdict;
  /** What changed, without the place; a later rule that fits says it if this one does not. */
  readonly sentence?: Sentence;
}

const breaking: Verdict = { words: 'breaking', level: () => 'breaking' };
const compatible: Verdict = { words: 'compatible', level: () => 'compatible' };
const wording: Verdict = { words: 'wording', level: () => 'wording' };

const mayCome: Verdict = {
  words: 'compatible if new, else breaking',
  level: ({ before }) => (before === undefined ? 'compatible' : 'breaking'),
};
const mayComeUnlessRequired: Verdict = {
  words: 'compatible if new and not required, else breaking',
  level: (difference) => (asNode(difference.after)['required'] === true ? 'breaking' : mayCome.level(difference)),
};

function by(effectOf: (difference: Difference) => Effect): Verdict {
  return {
    words: 'breaking if narrower in a request or wider in a response, else compatible',
    because: 'clients send requests and read responses',
    level(difference) {
      const effect = effectOf(difference);
      if (effect === 'none') return 'wording';
      return effect === (difference.side === 'request' ? 'wider' : 'narrower') ? 'compatible' : 'breaking';
    },
  };
}

function unlessResponse({ words, level }: Verdict): Verdict {
  return {
    words: `breaking in a response; in a request ${words}`,
    level: (difference) => (difference.side === 'response' ? 'breaking' : level(difference)),
  };
}

/** Where what is written differs but not what it means. */
function unless(means: string, isSame: (difference: Difference) => boolean, other: Verdict): Verdict {
  return {
    words: `wording if ${means}, else ${other.words}`,
    level: (difference) => (isSame(difference) ? 'wording' : other.level(difference)),
  };
}

/** A rule for what is new, gone or another in a list, or in a map of names, below some keywords. */
function entries(keywords: string, verdict: Verdict, rest: Partial<Rule> = {}): Rule {
  const list = keywords.split(' ');
  const fits = ({ path }: Difference) => path.at(-1)?.name !== undefined && list.includes(path.at(-1)?.keyword ?? '');
  return { change: `an entry of ${listed(list)}`, fits, verdict, ...rest };
}

/** A rule for another value of some keywords. */
function values(keywords: string, verdict: Verdict, rest: Partial<Rule> = {}): Rule {
  const list = keywords.split(' ');
  const fits = ({ path }: Difference) => path.at(-1)?.name === undefined && list.includes(path.at(-1)?.keyword ?? '');
  return { change: listed(list), fits, verdict, ...rest };
}

function listed(keywords: readonly string[]): string {
  return keywords.map((keyword) => `\`${keyword}\``).join(', ');
}

/** Only readers see these and everything below them. */
const forReaders = 'info tags description summary title example examples externalDocs bearerFormat $comment'.split(' ');

/** The rules. Of those that fit a difference, the first decides its level. docs/reviewing-the-contract.md prints them. */
export const rules: readonly Rule[] = [
  {
    change: 'anything in `example` or `examples`',
    fits: isBelow('example', 'examples'),
    verdict: wording,
    sentence: exampleSentence,
  },
  {
    change: `an extension other than ${listed(noticed)}, and anything in it`,
    fits: ({ path }) => path.some(({ keyword }) => isUnnoticed(keyword)),
    verdict: wording,
    because: 'only readers and the service’s code use it',
    sentence: extensionSentence,
  },
  {
    change: `anything in ${listed(forReaders.filter((keyword) => !keyword.startsWith('example')))}`,
    fits: isBelow(...forReaders),
    verdict: wording,
  },
  {
    change: 'the same content from a schema of another name, or of none',
    fits: ({ kind, before, after }) => kind === 'component' && (isSchema(before) || isSchema(after)),
    verdict: compatible,
    because: 'no request or response shows it, but generated types do',
  },
  { change: 'the same content from another component', fits: ({ kind }) => kind === 'component', verdict: wording },
  {
    change: '`allOf`, `oneOf` or `anyOf` of one schema around the same content',
    fits: ({ kind }) => kind === 'wrapper',
    verdict: compatible,
    because: 'the same values match, but generated types differ',
  },
  {
    change: 'the order of `x-checks`',
    fits: isOrderOf('x-checks'),
    verdict: breaking,
    because: 'a request that fails two checks may get a different response',
  },
  {
    change: 'the order of `servers`',
    fits: isOrderOf('servers'),
    verdict: compatible,
    because: 'a newly generated client sends its requests to the first one',
  },
  {
    change: 'the order of another list',
    fits: ({ kind }) => kind === 'order',
    verdict: wording,
    because: 'it has no meaning',
  },
  {
    change: 'what neither a request nor a response has',
    fits: ({ side }) => side === 'neither',
    verdict: wording,
    because: 'a component that nothing uses, or a `readOnly` member of a request, is absent there',
  },
  {
    change: 'anything in `callbacks` or `not`',
    fits: isBelow('callbacks', 'not'),
    verdict: breaking,
    because: 'there, narrower is wider',
  },
  { change: 'an operation', fits: isOperation, verdict: mayCome, sentence: comesOrGoes('the operation') },
  {
    change: 'the name of a header in another case',
    fits: ({ path }) => path.at(-1)?.keyword === 'name' && path.at(-2)?.keyword === 'parameters',
    verdict: wording,
    because: 'names of headers have no case',
  },
  entries(
    'security',
    {
      words: 'compatible if earlier requests still satisfy an alternative and name their player, else breaking',
      level: securityLevel,
    },
    { because: 'a client has the credentials of the earlier contract' },
  ),
  entries('paths', mayCome, { sentence: comesOrGoes('the path') }),
  {
    ...entries('responses', mayCome, { sentence: comesOrGoes('the status') }),
    change: 'a response that belongs to no operation',
    fits: ({ path }) => path[0]?.name === sharedPath && path.at(-1)?.keyword === 'responses',
    because: 'no request that the contract describes gets it',
  },
  entries('responses', breaking, {
    because: 'clients may rely on every documented status, and on the absence of others',
    sentence: comesOrGoes('the status'),
  }),
  entries('content', unlessResponse(mayCome), {
    because: 'no rule lets clients choose the media type of a response',
    sentence: comesOrGoes('the content type NAME'),
  }),
  entries('headers', mayCome, { sentence: comesOrGoes('the header NAME') }),
  entries('parameters', mayComeUnlessRequired, { sentence: parameterSentence }),
  entries(
    'properties',
    {
      words:
        'compatible if new, unless a request must have it or the response had `additionalProperties: false`; else breaking',
      level: (difference) => (isUnexpected(difference) ? 'breaking' : mayCome.level(difference)),
    },
    { because: 'clients of an open schema ignore members they do not know', sentence: memberSentence },
  ),
  entries('required', by(narrows), { sentence: requiredSentence }),
  entries('oneOf', unlessResponse(mayCome), {
    because: 'clients distinguish errors by their text',
    sentence: schemaSentence,
  }),
  entries('anyOf', by(widens), { sentence: schemaSentence }),
  entries('allOf', by(narrows), { sentence: schemaSentence }),
  entries('enum', by(widens), { sentence: enumSentence }),
  entries('x-messages', breaking, { sentence: messageSentence }),
  entries('x-checks', breaking, { because: 'it decides the response', sentence: checkSentence }),
  entries('servers links mapping securitySchemes scopes x-roles includes', mayCome),
  values('openapi', unless('the minor version is the same', isMinorVersion, breaking), {
    because: 'tools for 3.0 do not read 3.1, where keywords have another meaning',
  }),
  values('requestBody', mayComeUnlessRequired, { sentence: comesOrGoes('the body') }),
  values('default discriminator', mayCome, { because: 'clients rely on it once it is there' }),
  values('deprecated', unless('it means the same', isSameFlag, compatible), { sentence: flagSentence }),
  values('style explode', unless('the values are written the same', isSerializedEqually, breaking), {
    because: 'each has a default, which depends on the place of the parameter',
  }),
  values('readOnly writeOnly', wording, {
    because: 'the member is new or gone on the side that does not have it, which has a rule of its own',
  }),
  values('required', by(flag(narrows)), { sentence: flagSentence }),
  values('uniqueItems', by(flag(narrows))),
  values('allowEmptyValue allowReserved', by(flag(widens))),
  values('type nullable', by(types)),
  values('maximum maxLength maxItems maxProperties maxContains x-max-bytes', by(upper)),
  values('minimum minContains', by(lower)),
  values('minLength minItems minProperties', by(lowerFromZero)),
  values('exclusiveMaximum', by(exclusive(upper))),
  values('exclusiveMinimum', by(exclusive(lower))),
  values('items', by(schemas)),
  values('additionalProperties', by(schemas), { sentence: othersSentence }),
  values('enum', by(narrows), { sentence: listSentence }),
  values('pattern format multipleOf oneOf anyOf allOf contains propertyNames x-media-type x-role', by(narrows), {
    because:
      'a new one is narrower; another one is neither narrower nor wider, since the comparison cannot tell, hence breaking',
  }),
  {
    change: 'any other entry of a list or a map',
    fits: ({ path }) => path.at(-1)?.name !== undefined,
    verdict: breaking,
    because: 'no rule covers it',
    sentence: entrySentence,
  },
  {
    change: 'any other value',
    fits: () => true,
    verdict: breaking,
    because: 'no rule covers it',
    sentence: valueSentence,
  },
];

/** The level of a difference between two contracts. */
export function levelOf(difference: Difference): Level {
  const rule = rules.find(({ fits }) => fits(difference)) as Rule;
  return rule.verdict.level(difference);
}

/** What changed, without the place. */
export function whatOf(difference: Difference): string {
  const rule = rules.find(({ fits, sentence }) => sentence !== undefined && fits(difference));
  const sentence = sentencesOfKinds[difference.kind] ?? rule?.sentence ?? valueSentence;
  return sentence(difference);
}

function isBelow(...keywords: readonly string[]): Rule['fits'] {
  return ({ path }) => path.some(({ keyword }) => keywords.includes(keyword));
}

function isOrderOf(keyword: string): Rule['fits'] {
  return ({ kind, path }) => kind === 'order' && path.at(-1)?.keyword === keyword;
}

/** Whether clients may not be ready for a new member: a required one of a request, or any in a response whose schema was closed. */
function isUnexpected({ side, path, parents: { before, after } }: Difference): boolean {
  if (side === 'response') return asNode(before)['additionalProperties'] === false;
  return asList(asNode(after)['required']).includes(path.at(-1)?.name);
}

/** A parameter or header has the style of its place, and `form` is exploded, where it says nothing else (OpenAPI 3.0.3, Parameter Object). */
function isSerializedEqually({ path, parents }: Difference): boolean {
  const keyword = path.at(-1)?.keyword as 'style' | 'explode';
  const [before, after] = [parents.before, parents.after].map((parent) => {
    const { in: place, style: written, explode: exploded } = asNode(parent);
    const isForm = place === 'query' || place === 'cookie' || path.at(-2)?.keyword === 'encoding';
    const style = written ?? (isForm ? 'form' : 'simple');
    return { style, explode: exploded ?? style === 'form' };
  });
  return before?.[keyword] === after?.[keyword];
}

function isSameFlag({ before, after }: Pair): boolean {
  return (before ?? false) === (after ?? false);
}

function isMinorVersion({ before, after }: Pair): boolean {
  const minor = (version: unknown) => String(version).split('.').slice(0, 2).join('.');
  return minor(before) === minor(after);
}

function isSchema(reference: unknown): boolean {
  return String(reference).startsWith('#/components/schemas/');
}

/** An operation, which is an entry of its path without a map or a list. */
function isOperation({ path }: Difference): boolean {
  return path.length === 2 && isMethod(path[1]?.keyword ?? '');
}
