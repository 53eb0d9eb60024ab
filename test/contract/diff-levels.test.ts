import { describe, expect, test } from '@jest/globals';
import { type Level, sentence } from '../../contract/diff/change.ts';
import { contractChanges } from '../../contract/diff/compare.ts';
import {
  add,
  all,
  body,
  type Edit,
  edited,
  errorText,
  member,
  move,
  remove,
  responses,
  schema,
  set,
  submit,
  update,
} from '../support/contract-edits.ts';

/** An edit, the highest level of its changes, and what one of the changes of that level says. */
interface Row {
  readonly title: string;
  readonly edit: Edit;
  readonly level: Level;
  readonly says: string;
  /** The earlier contract is the project's after this edit. */
  readonly base?: Edit;
}

const [breaking, compatible, wording] = ['breaking', 'compatible', 'wording'] as const;
const row = (level: Level, title: string, edit: Edit, says: string, base?: Edit): Row => ({
  title,
  edit,
  level,
  says,
  ...(base && { base }),
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const reversed = (path: readonly unknown[]) => update<unknown[]>(path, (list) => list.toReversed());

const eligibility = ['paths', '/api/eligibility', 'get'];
const list = ['paths', '/api/submissions', 'get'];
const checks = [...submit, 'x-checks'];
const bodySchema = [...body, 'content', 'application/json', 'schema'];
const created = [...responses, '201'];
const createdSchema = [...created, 'content', 'application/json', 'schema'];
const errors = [...responses, '400', 'content', 'application/json', 'schema'];
const localDate = [...eligibility, 'parameters', 0];
const key = ['components', 'parameters', 'Idempotency-Key'];
const retryAfter = ['components', 'headers', 'Retry-After'];
const schemes = ['components', 'securitySchemes'];
const server = (url: string) => ({ url });
/** Of a request. */
const chapter = member('VerseSubmission', 'chapter');
const note = member('VerseSubmission', 'note');
/** Of a response that is open to further members. */
const submissions = member('SubmissionList', 'submissions');
/** Of a response that is closed. */
const windowText = member('ScheduledVerse', 'windowText');
const text = { type: 'string', maxLength: 9 };
const apiKey = set([...schemes, 'apiKey'], { type: 'apiKey', in: 'header', name: 'X-Key' });
const withAlternative = all(apiKey, add(['security'], { apiKey: [] }));
const oauth = [...schemes, 'oauth'];
const flow = { tokenUrl: 'https://b', scopes: { read: 'Read.' } };
/** Of the request of a callback. */
const doneSchema = [
  ...[...submit, 'callbacks', 'done', '{$request.body}', 'post'],
  ...['requestBody', 'content', 'application/json', 'schema'],
];
const form = [...body, 'content', 'application/x-www-form-urlencoded'];
/** The parameters of a path, as `another name in a path` calls it. */
const dated = ['paths', '/api/{book}/{day}', 'parameters'];
const datedPath = set(['paths', '/api/{book}/{date}'], {
  parameters: [
    { name: 'book', in: 'path', required: true, schema: { type: 'integer' } },
    { name: 'date', in: 'path', required: true, schema: text },
  ],
  get: { operationId: 'dated', responses: {} },
});
const tooLarge = 'Request body too large';
interface Parts {
  properties: Record<string, unknown>;
  required: string[];
}
/** Two schemas that together are one: of its first member, and of the others. */
const split = (name: string) =>
  update<Parts>(schema(name), ({ properties, required, ...rest }) => {
    const [[first, value], ...others] = Object.entries(properties) as [[string, unknown], ...[string, unknown][]];
    return {
      allOf: [
        { ...rest, properties: { [first]: value }, required: [first] },
        { properties: Object.fromEntries(others), required: required.filter((one) => one !== first) },
      ],
    };
  });
const tags = set(note, { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 9 });

describe.each<{ about: string; rows: Row[] }>([
  {
    about: 'servers',
    rows: [
      row(compatible, 'a second one', add(['servers'], server('https://b')), '`https://b` is new'),
      row(breaking, 'another URL', set(['servers', 0, 'url'], '/v2'), '`/` is gone'),
      row(compatible, 'the order', reversed(['servers']), 'the order changed', add(['servers'], server('https://b'))),
      row(wording, 'a description', set(['servers', 0, 'description'], 'Here.'), 'the description of `/`'),
      row(breaking, 'an operation has another', set([...submit, 'servers'], [server('https://b')]), '`/` is gone'),
      row(
        compatible,
        'an operation has one more',
        set([...submit, 'servers'], [server('/'), server('https://b')]),
        '`https://b` is new',
      ),
      row(
        wording,
        'an operation repeats them',
        set([...submit, 'servers'], [server('/')]),
        'the description of `servers` `/` is gone',
      ),
      row(
        breaking,
        'an operation has its own no more',
        remove([...submit, 'servers']),
        '`https://b` is gone',
        set([...submit, 'servers'], [server('https://b')]),
      ),
      row(
        breaking,
        'a path has another',
        set(['paths', '/api/submit-verse', 'servers'], [server('https://b')]),
        '`/` is gone',
      ),
      row(
        wording,
        'those of the document, which every operation replaces',
        set(['servers'], [server('https://c')]),
        'means the same',
        all(...[submit, eligibility, list].map((path) => set([...path, 'servers'], [server('/')]))),
      ),
      row(
        breaking,
        'another default of a variable',
        set(['servers', 0, 'variables', 'region', 'default'], 'us'),
        'the default of',
        set(['servers', 0], { url: 'https://{region}', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } }),
      ),
      row(
        compatible,
        'a new value of a variable',
        add(['servers', 0, 'variables', 'region', 'enum'], 'us'),
        '`us` is a new value',
        set(['servers', 0], { url: 'https://{region}', variables: { region: { default: 'eu', enum: ['eu'] } } }),
      ),
    ],
  },
  {
    about: 'the version of OpenAPI',
    rows: [
      row(wording, 'a patch', set(['openapi'], '3.0.4'), 'the version of OpenAPI was `3.0.3` and is now `3.0.4`'),
      row(breaking, 'a minor version, in which keywords lose their meaning', set(['openapi'], '3.1.0'), '`3.1.0`'),
    ],
  },
  {
    about: 'security',
    rows: [
      row(compatible, 'a new alternative', withAlternative, '`{"apiKey":[]}` is new'),
      row(breaking, 'an alternative removed', remove(['security', 1]), '`{"apiKey":[]}` is gone', withAlternative),
      row(
        breaking,
        'a second scheme beside the first',
        set(['security', 0, 'apiKey'], []),
        '`{"bearerAuth":[]}` is gone',
        apiKey,
      ),
      row(
        compatible,
        'one of two schemes is enough',
        remove(['security', 0, 'apiKey']),
        '`{"bearerAuth":[]}` is new',
        all(apiKey, set(['security', 0, 'apiKey'], [])),
      ),
      row(compatible, 'it becomes optional', add(['security'], {}), '`{}` is new'),
      row(breaking, 'it is no longer optional', remove(['security', 1]), '`{}` is gone', add(['security'], {})),
      row(
        breaking,
        'none, so that the token no longer names the player',
        set(['security'], []),
        '`{"bearerAuth":[]}` is gone',
      ),
      row(
        breaking,
        'where there was none',
        set(['security'], [{ bearerAuth: [] }]),
        '`{"bearerAuth":[]}` is new',
        set(['security'], []),
      ),
      row(
        compatible,
        'where there was none, but optional',
        set(['security'], [{ bearerAuth: [] }, {}]),
        '`{"bearerAuth":[]}` is new',
        set(['security'], []),
      ),
      row(breaking, 'an operation has none', set([...list, 'security'], []), '`security` `{"bearerAuth":[]}` is gone'),
      row(
        breaking,
        'an operation demands more',
        set([...list, 'security'], [{ bearerAuth: [], apiKey: [] }]),
        '`security` `{"bearerAuth":[]}` is gone',
        apiKey,
      ),
      row(
        compatible,
        'an operation has an alternative',
        set([...list, 'security'], [{ bearerAuth: [] }, { apiKey: [] }]),
        '`security` `{"apiKey":[]}` is new',
        apiKey,
      ),
      row(
        wording,
        'an operation repeats it',
        set([...list, 'security'], [{ bearerAuth: [] }]),
        '`GET /api/submissions`: it is written differently and means the same',
      ),
      row(breaking, 'a new scope', set(['security', 0, 'bearerAuth'], ['write']), '`{"bearerAuth":[]}` is gone'),
      row(
        compatible,
        'a scope less',
        set(['security', 0, 'bearerAuth'], []),
        '`{"bearerAuth":[]}` is new',
        set(['security', 0, 'bearerAuth'], ['write']),
      ),
      row(wording, 'the order of alternatives', reversed(['security']), 'the order changed', withAlternative),
      row(
        breaking,
        'another scheme',
        set([...schemes, 'bearerAuth', 'scheme'], 'basic'),
        'the `scheme` was `bearer` and is now `basic`',
      ),
      row(
        wording,
        'the form of the token, for readers',
        set([...schemes, 'bearerAuth', 'bearerFormat'], 'opaque'),
        '`opaque`',
      ),
      row(
        compatible,
        'another name of the scheme',
        all(move([...schemes, 'bearerAuth'], [...schemes, 'jwt']), set(['security'], [{ jwt: [] }])),
        'the security scheme `bearerAuth` is now called `jwt`',
      ),
      row(
        compatible,
        'another name of the scheme of one operation',
        all(move([...schemes, 'apiKey'], [...schemes, 'key']), set([...list, 'security'], [{ key: [] }])),
        'the security scheme `apiKey` is now called `key`',
        all(apiKey, set([...list, 'security'], [{ apiKey: [] }])),
      ),
      row(
        breaking,
        'another name and another scheme',
        all(
          move([...schemes, 'bearerAuth'], [...schemes, 'jwt']),
          set([...schemes, 'jwt', 'scheme'], 'basic'),
          set(['security'], [{ jwt: [] }]),
        ),
        '`{"bearerAuth":[]}` is gone',
      ),
      row(compatible, 'a scheme that is not used yet', apiKey, 'the security scheme `apiKey`: it is new'),
      row(
        breaking,
        'a scheme removed',
        remove([...schemes, 'apiKey']),
        'the security scheme `apiKey`: it is gone',
        apiKey,
      ),
      row(
        compatible,
        'a scope that can be granted',
        set([...oauth, 'flows', 'clientCredentials', 'scopes', 'write'], 'Write.'),
        '`write` is new',
        set(oauth, { type: 'oauth2', flows: { clientCredentials: flow } }),
      ),
      row(
        breaking,
        'a scope that can no longer be granted',
        remove([...oauth, 'flows', 'clientCredentials', 'scopes', 'read']),
        '`read` is gone',
        set(oauth, { type: 'oauth2', flows: { clientCredentials: flow } }),
      ),
      row(
        breaking,
        'shorter player ids',
        set([...schemes, 'bearerAuth', 'x-subject', 'maxLength'], 36),
        'the maximum length of `x-subject`',
      ),
      row(
        compatible,
        'longer player ids',
        set([...schemes, 'bearerAuth', 'x-subject', 'maxLength'], 512),
        'the maximum length of `x-subject`',
      ),
    ],
  },
  {
    about: 'the checks',
    rows: [
      row(breaking, 'the order', reversed(checks), 'the checks ran in the order'),
      row(breaking, 'another status', set([...checks, 3, 'status'], 409), 'returned 403 and now returns 409'),
      row(
        breaking,
        'another error',
        set([...checks, 3, 'error'], ref('CooldownActive')),
        'the error of the check `solvedToday`',
      ),
      row(
        breaking,
        'another condition of an alternative',
        set([...checks, 1, 'otherwise', 0, 'when'], 'it is too long'),
        'when “it is too long”',
      ),
      row(breaking, 'one less', remove([...checks, 5]), 'the check `verse` is gone'),
      row(
        breaking,
        'one more',
        add(checks, { name: 'polite', status: 403, error: ref('NotSolvedToday') }),
        'the check `polite` is new',
      ),
      row(
        breaking,
        'a new keyword in a row',
        set([...checks, 0, 'unless'], 'x'),
        '`unless` of the check `authenticated`',
      ),
      row(
        wording,
        'another name, which no response shows',
        set([...checks, 3, 'name'], 'solved'),
        'the check `solvedToday` is now called `solved`',
      ),
      row(
        breaking,
        'another name, though it is the check of a parameter',
        set([...eligibility, 'x-checks', 1, 'name'], 'date'),
        'the check `localDate` is now called `date`',
      ),
      row(
        breaking,
        'another name and order',
        all(set([...checks, 3, 'name'], 'solved'), reversed(checks)),
        'the checks ran in the order',
      ),
      row(breaking, 'none', remove(checks), 'the check `authenticated` is gone'),
    ],
  },
  {
    about: 'extensions',
    rows: [
      row(
        wording,
        'a foreign one of the document',
        set(['x-foo'], { bar: 1 }),
        "the document's `x-foo`: the extension `x-foo` is new",
      ),
      row(
        wording,
        'a foreign one of an operation',
        set([...submit, 'x-foo'], 2),
        'the extension `x-foo` was `1` and is now `2`',
        set([...submit, 'x-foo'], 1),
      ),
      row(
        wording,
        'a foreign one of a member',
        set([...chapter, 'x-foo'], 1),
        'the extension `x-foo` of `chapter` is new: `1`',
      ),
      row(
        wording,
        'a foreign one, gone',
        remove(['components', 'x-foo']),
        'the extension `x-foo` is gone',
        set(['components', 'x-foo'], 1),
      ),
      row(
        wording,
        'a part of a foreign one',
        set([...windowText, 'x-foo', 'enum'], [2]),
        'the extension `x-foo.enum',
        set([...windowText, 'x-foo'], { enum: [1] }),
      ),
      row(wording, 'a server for insiders', set(['servers', 0, 'x-internal'], true), '`x-internal`'),
      row(
        wording,
        'who sends a header',
        remove(['components', 'headers', 'X-Request-Id', 'x-set-by']),
        'the extension `x-set-by` of the header `X-Request-Id`',
      ),
      row(
        wording,
        'who reads a parameter',
        remove(['components', 'parameters', 'X-Request-Id', 'x-read-by']),
        'the extension `x-read-by` of the header `X-Request-Id`',
      ),
      row(
        breaking,
        'the cooldown',
        set([...submit, 'x-cooldown'], 'PT24H'),
        'the cooldown was `PT168H` and is now `PT24H`',
      ),
      row(breaking, 'a time limit', set([...submit, 'x-time-limit'], 'PT1S'), '`x-time-limit` is new'),
      row(breaking, 'a smaller body', set([...body, 'x-max-bytes'], 1024), 'the limit in bytes of the body'),
      row(compatible, 'a larger body', set([...body, 'x-max-bytes'], 99_999), 'the limit in bytes of the body'),
      row(
        breaking,
        'a message',
        set(member('InvalidVerse', 'error', 'x-messages', 'onlyChapter'), 'No.'),
        'the message `onlyChapter`',
      ),
      row(
        breaking,
        'a status of no operation',
        set(['components', 'responses', 'NotFound', 'x-status'], 410),
        '404 of no operation: the status is gone',
      ),
      row(
        compatible,
        'another status of no operation',
        set(['components', 'responses', 'Gone'], {
          'x-status': 410,
          description: 'The path is no longer described here.',
        }),
        '410 of no operation: the status is new',
      ),
    ],
  },
  {
    about: 'unions of one schema, and names',
    rows: [
      row(
        compatible,
        '`allOf` around a body',
        set(bodySchema, { allOf: [ref('VerseSubmission')] }),
        'the body now has `allOf` around its schema, which means the same',
      ),
      row(
        compatible,
        '`oneOf` around a body of a response',
        set(createdSchema, { oneOf: [ref('ScheduledVerse')] }),
        '`oneOf` around its schema',
      ),
      row(
        compatible,
        '`allOf` around a member, with a description',
        set(member('VerseSubmission', 'localDate'), { allOf: [ref('LocalDate')], description: 'Today.' }),
        '`localDate` now has `allOf`',
      ),
      row(
        compatible,
        '`allOf` removed',
        set(bodySchema, ref('VerseSubmission')),
        'no longer has `allOf`',
        set(bodySchema, { allOf: [ref('VerseSubmission')] }),
      ),
      row(
        breaking,
        '`allOf` around a changed schema',
        all(set(bodySchema, { allOf: [ref('VerseSubmission')] }), remove(chapter)),
        'the member `chapter` is gone',
      ),
      row(
        breaking,
        '`allOf` with one more condition on a request',
        set(bodySchema, { allOf: [ref('VerseSubmission'), { required: ['note'] }] }),
        'the member `note` is now required',
      ),
      row(
        compatible,
        '`allOf` with one more condition on a response',
        set(createdSchema, { allOf: [ref('ScheduledVerse'), { maxProperties: 3 }] }),
        'in `allOf` of the body is new',
      ),
      row(
        compatible,
        '`allOf` with a condition less on a request',
        remove([...bodySchema, 'allOf', 1]),
        '`maxProperties` of the body is gone',
        set(bodySchema, { allOf: [ref('VerseSubmission'), { maxProperties: 9 }] }),
      ),
      row(compatible, '`allOf` of two parts', split('VerseSubmission'), 'the body now has `allOf` around its schema'),
      row(
        compatible,
        '`allOf` of an inherited schema and what is beside it',
        update<Parts>(schema('VerseSubmission'), ({ properties, required, ...rest }) => ({
          allOf: [{ properties, required: required.slice(2) }],
          ...rest,
          required: required.slice(0, 2),
        })),
        'the body now has `allOf` around its schema',
      ),
      row(
        breaking,
        '`allOf` of two parts, and a limit changed',
        all(set([...chapter, 'maximum'], 100), split('VerseSubmission')),
        'the maximum of `chapter`',
      ),
      row(
        breaking,
        '`allOf` of two parts, one of which is closed to the members of the other',
        split('ScheduledVerse'),
        'in `allOf` of the body is gone',
      ),
      row(
        breaking,
        '`allOf` of two parts that say different things of one member',
        set(bodySchema, { allOf: [ref('VerseSubmission'), { properties: { chapter: { maximum: 9 } } }] }),
        'in `allOf` of the body is new',
      ),
      row(wording, 'a description beside errors', set([...errors, 'description'], 'A.'), 'the description of the body'),
      row(wording, 'a title beside errors', set([...errors, 'title'], 'Errors'), 'the title of the body is new'),
      row(wording, 'an extension beside errors', set([...errors, 'x-foo'], 1), 'the extension `x-foo` of the body'),
      row(
        compatible,
        'a discriminator beside errors',
        set([...errors, 'discriminator'], { propertyName: 'error' }),
        'the `discriminator` of the body is new',
      ),
      row(
        compatible,
        'a limit beside errors',
        set([...errors, 'maxProperties'], 1),
        'the `maxProperties` of the body is new',
      ),
      row(
        breaking,
        'another discriminator beside errors',
        set([...errors, 'discriminator', 'propertyName'], 'kind'),
        '`propertyName` of the body was `error` and is now `kind`',
        set([...errors, 'discriminator'], { propertyName: 'error' }),
      ),
      row(
        compatible,
        'a renamed error',
        (contract) => {
          const written = JSON.stringify(contract.toJS()).replaceAll('InvalidLocalDate', 'NoLocalDate');
          contract.contents = contract.createNode(JSON.parse(written)) as unknown as typeof contract.contents;
        },
        'the schema `InvalidLocalDate` is now called `NoLocalDate`',
      ),
      row(
        compatible,
        'a renamed schema',
        all(move(schema('BookId'), schema('Book')), set(member('VerseSubmission', 'bookId'), ref('Book'))),
        'the schema `BookId` is now called `Book`',
      ),
      row(
        compatible,
        'two renamed schemas, of which one refers to the other',
        all(
          move(schema('Submission'), schema('Entry')),
          set([...submissions, 'items'], ref('Entry')),
          move(schema('SubmissionList'), schema('Entries')),
          set([...list, 'responses', '200', 'content', 'application/json', 'schema'], ref('Entries')),
        ),
        'the schema `SubmissionList` is now called `Entries`',
      ),
      row(
        breaking,
        'a renamed schema that also changed',
        all(
          move(schema('BookId'), schema('Book')),
          set(member('VerseSubmission', 'bookId'), ref('Book')),
          remove([...schema('Book'), 'enum', 0]),
        ),
        '`GEN` is no longer a value of `bookId`',
      ),
      row(
        wording,
        'a renamed response',
        all(move(['components', 'responses', 'NotFound'], ['components', 'responses', 'Missing'])),
        'the response `NotFound` is now called `Missing`',
      ),
      row(
        compatible,
        'a schema that got a name',
        all(
          set(schema('Chapter'), {
            type: 'integer',
            format: 'int32',
            description: 'A chapter of the book.',
            minimum: 1,
            maximum: 150,
          }),
          set(chapter, ref('Chapter')),
        ),
        '`chapter` now refers to the schema `Chapter`',
      ),
      row(wording, 'a new schema that nothing uses', set(schema('Spare'), text), 'the schema `Spare`: it is new'),
      row(
        wording,
        'a schema that nothing uses, changed',
        set([...schema('Spare'), 'maxLength'], 1),
        'the schema `Spare`: the maximum length',
        set(schema('Spare'), text),
      ),
      row(
        wording,
        'a schema that nothing uses, gone',
        remove(schema('Spare')),
        'the schema `Spare`: it is gone',
        set(schema('Spare'), text),
      ),
    ],
  },
  {
    about: 'types',
    rows: [
      row(
        compatible,
        'a number for an integer in a request',
        set([...chapter, 'type'], 'number'),
        'the type of `chapter` was `integer` and is now `number`',
      ),
      row(
        breaking,
        'a number for an integer in a response',
        set([...retryAfter, 'schema', 'type'], 'number'),
        'the type of the header `Retry-After`',
      ),
      row(
        breaking,
        'an integer for a number in a request',
        set([...chapter, 'type'], 'integer'),
        'the type of `chapter`',
        set([...chapter, 'type'], 'number'),
      ),
      row(
        compatible,
        'an integer for a number in a response',
        set([...retryAfter, 'schema', 'type'], 'integer'),
        'the type of the header',
        set([...retryAfter, 'schema', 'type'], 'number'),
      ),
      row(breaking, 'another type in a request', set([...chapter, 'type'], 'string'), 'the type of `chapter`'),
      row(breaking, 'another type in a response', set([...windowText, 'type'], 'object'), 'the type of `windowText`'),
      row(compatible, 'any type in a request', remove([...chapter, 'type']), 'the type of `chapter` is gone'),
      row(breaking, 'any type in a response', remove([...windowText, 'type']), 'the type of `windowText` is gone'),
      row(compatible, 'null too in a request', set([...chapter, 'nullable'], true), '`nullable` of `chapter` is new'),
      row(
        breaking,
        'null too in a response',
        set([...windowText, 'nullable'], true),
        '`nullable` of `windowText` is new',
      ),
      row(
        breaking,
        'null no more in a request',
        remove([...chapter, 'nullable']),
        '`nullable` of `chapter` is gone',
        set([...chapter, 'nullable'], true),
      ),
      row(
        compatible,
        'null no more in a response',
        remove([...windowText, 'nullable']),
        '`nullable` of `windowText` is gone',
        set([...windowText, 'nullable'], true),
      ),
      row(wording, 'not null, which is so anyway', set([...chapter, 'nullable'], false), '`nullable` of `chapter`'),
      row(
        compatible,
        'one of two types in a request',
        set([...chapter, 'type'], ['integer', 'null']),
        'the type of `chapter`',
      ),
      row(
        breaking,
        'one of two types in a response',
        set([...windowText, 'type'], ['string', 'null']),
        'the type of `windowText`',
      ),
      row(wording, 'a list of one type', set([...chapter, 'type'], ['integer']), 'the type of `chapter`'),
    ],
  },
  {
    about: 'members',
    rows: [
      row(
        compatible,
        'a new one of an open response',
        set(member('Submission', 'id'), { type: 'integer' }),
        'the member `submissions.id` is new',
      ),
      row(
        compatible,
        'a new required one of an open response',
        all(set(member('Submission', 'id'), text), add([...schema('Submission'), 'required'], 'id')),
        'the required member `submissions.id` is new',
      ),
      row(
        breaking,
        'a new one of a closed response',
        set(member('ScheduledVerse', 'id'), text),
        'the member `id` is new',
      ),
      row(
        breaking,
        'one of a response, gone',
        remove(member('Submission', 'reference')),
        'the member `submissions.reference` is gone',
      ),
      row(
        breaking,
        'an optional one of a response, gone',
        remove(member('Eligibility', 'cooldownEndsAt')),
        'the member `cooldownEndsAt` is gone',
      ),
      row(
        compatible,
        'one of a response, now required',
        add([...schema('Eligibility'), 'required'], 'cooldownEndsAt'),
        'is now required',
      ),
      row(
        breaking,
        'one of a response, no longer required',
        remove([...schema('Eligibility'), 'required', 0]),
        'the member `maySubmit` is no longer required',
      ),
      row(compatible, 'a new optional one of a request', set(note, text), 'the member `note` is new'),
      row(
        breaking,
        'a new required one of a request',
        all(set(note, text), add([...schema('VerseSubmission'), 'required'], 'note')),
        'the required member `note` is new',
      ),
      row(breaking, 'one of a request, gone', remove(note), 'the member `note` is gone', set(note, text)),
      row(
        breaking,
        'one of a request, now required',
        add([...schema('VerseSubmission'), 'required'], 'note'),
        'the member `note` is now required',
        set(note, text),
      ),
      row(
        compatible,
        'one of a request, no longer required',
        remove([...schema('VerseSubmission'), 'required', 3]),
        'the member `verse` is no longer required',
      ),
      row(
        wording,
        'the order of the required ones',
        reversed([...schema('VerseSubmission'), 'required']),
        'the order of `required` of the body changed',
      ),
      row(
        wording,
        'an empty list of required ones',
        set([...note, 'required'], []),
        'means the same',
        set(note, { type: 'object' }),
      ),
      row(wording, 'no members', set([...note, 'properties'], {}), 'means the same', set(note, { type: 'object' })),
      row(
        breaking,
        'a request that allows no others',
        set([...schema('VerseSubmission'), 'additionalProperties'], false),
        'no undocumented members',
      ),
      row(
        compatible,
        'a response that has no others',
        set([...schema('Submission'), 'additionalProperties'], false),
        'no undocumented members',
      ),
      row(
        breaking,
        'a response that may have others',
        remove([...schema('ScheduledVerse'), 'additionalProperties']),
        'may have undocumented members',
      ),
      row(
        wording,
        'others are allowed, which is so anyway',
        set([...schema('Submission'), 'additionalProperties'], true),
        'may have undocumented members',
      ),
      row(
        breaking,
        'a schema for the others of a request',
        set([...schema('VerseSubmission'), 'additionalProperties'], text),
        '`additionalProperties` of the body is new',
      ),
      row(
        compatible,
        'a schema for the others of a response',
        set([...schema('Submission'), 'additionalProperties'], text),
        '`additionalProperties` of `submissions` is new',
      ),
      row(
        breaking,
        'a read-only one leaves the request',
        set([...note, 'readOnly'], true),
        'the member `note` is gone',
        set(note, text),
      ),
      row(
        wording,
        'a read-only one stays in the response',
        set([...windowText, 'readOnly'], true),
        '`readOnly` of `windowText` is new',
      ),
      row(
        compatible,
        'one that was read-only comes into the request',
        set(note, text),
        'the member `note` is new',
        set(note, { ...text, readOnly: true }),
      ),
      row(
        breaking,
        'a required one that was read-only comes into the request',
        set(note, text),
        'the required member `note` is new',
        all(set(note, { ...text, readOnly: true }), add([...schema('VerseSubmission'), 'required'], 'note')),
      ),
      row(
        wording,
        'a read-only one of a request changes',
        set([...note, 'maxLength'], 1),
        'the maximum length of `note`',
        set(note, { ...text, readOnly: true }),
      ),
      row(
        breaking,
        'a write-only one leaves the response',
        set([...member('Eligibility', 'accepting'), 'writeOnly'], true),
        'the member `accepting` is gone',
      ),
      row(
        wording,
        'a write-only one stays in the request',
        set([...chapter, 'writeOnly'], true),
        '`writeOnly` of `chapter` is new',
      ),
      row(
        compatible,
        'one that was write-only comes into an open response',
        remove([...member('Submission', 'id'), 'writeOnly']),
        'the member `submissions.id` is new',
        set(member('Submission', 'id'), { ...text, writeOnly: true }),
      ),
      row(
        breaking,
        'one that was write-only comes into a closed response',
        remove([...member('ScheduledVerse', 'id'), 'writeOnly']),
        'the member `id` is new',
        set(member('ScheduledVerse', 'id'), { ...text, writeOnly: true }),
      ),
      row(compatible, 'a deprecated one', set([...chapter, 'deprecated'], true), '`chapter` is now deprecated'),
      row(compatible, 'a default', set([...chapter, 'default'], 1), 'the default of `chapter` is new'),
      row(
        breaking,
        'another default',
        set([...chapter, 'default'], 2),
        'the default of `chapter` was `1` and is now `2`',
        set([...chapter, 'default'], 1),
      ),
      row(
        breaking,
        'no default',
        remove([...chapter, 'default']),
        'the default of `chapter` is gone',
        set([...chapter, 'default'], 1),
      ),
      row(
        breaking,
        'a limit in a schema that refers to itself',
        set([...note, 'maxLength'], 1),
        'the maximum length of `note`',
        all(set(note, text), set(member('VerseSubmission', 'next'), ref('VerseSubmission'))),
      ),
    ],
  },
  {
    about: 'values',
    rows: [
      row(breaking, 'a lower maximum in a request', set([...chapter, 'maximum'], 100), 'the maximum of `chapter`'),
      row(compatible, 'a higher maximum in a request', set([...chapter, 'maximum'], 200), 'the maximum of `chapter`'),
      row(
        breaking,
        'an exclusive minimum in a request',
        set([...chapter, 'exclusiveMinimum'], true),
        '`exclusiveMinimum` of `chapter`',
      ),
      row(breaking, 'multiples in a request', set([...chapter, 'multipleOf'], 2), '`multipleOf` of `chapter`'),
      row(
        wording,
        'a minimum length of none',
        set([...note, 'minLength'], 0),
        'the minimum length of `note`',
        set(note, text),
      ),
      row(
        breaking,
        'a minimum length in a request',
        set([...note, 'minLength'], 1),
        'the minimum length of `note`',
        set(note, text),
      ),
      row(breaking, 'fewer items in a request', set([...note, 'maxItems'], 5), '`maxItems` of `note`', tags),
      row(compatible, 'no limit of items in a request', remove([...note, 'maxItems']), '`maxItems` of `note`', tags),
      row(breaking, 'more items at least in a request', set([...note, 'minItems'], 2), '`minItems` of `note`', tags),
      row(compatible, 'no items at least in a request', remove([...note, 'minItems']), '`minItems` of `note`', tags),
      row(
        breaking,
        'different items in a request',
        set([...note, 'uniqueItems'], true),
        '`uniqueItems` of `note`',
        tags,
      ),
      row(
        breaking,
        'another schema of the items in a request',
        set([...note, 'items', 'type'], 'integer'),
        'the type of `note`',
        tags,
      ),
      row(
        compatible,
        'fewer items in a response',
        set([...submissions, 'maxItems'], 50),
        '`maxItems` of `submissions`',
      ),
      row(breaking, 'more items in a response', set([...submissions, 'maxItems'], 200), '`maxItems` of `submissions`'),
      row(
        breaking,
        'no limit of items in a response',
        remove([...submissions, 'maxItems']),
        '`maxItems` of `submissions`',
      ),
      row(
        compatible,
        'an item at least in a response',
        set([...submissions, 'minItems'], 1),
        '`minItems` of `submissions`',
      ),
      row(
        breaking,
        'a pattern in a request',
        set([...note, 'pattern'], '^a'),
        'the pattern of `note` is new',
        set(note, text),
      ),
      row(
        compatible,
        'a pattern in a response',
        set([...schema('ScheduledDate'), 'pattern'], '^2'),
        'the pattern of `scheduledDate` is new',
      ),
      row(
        breaking,
        'no pattern in a response',
        remove([...windowText, 'pattern']),
        'the pattern of `windowText` is gone',
      ),
      row(
        breaking,
        'a wider pattern in a request',
        set([...schema('LocalDate'), 'pattern'], '^\\d{4}-\\d{2}-\\d{2}'),
        'the pattern of `localDate`',
      ),
      row(
        breaking,
        'a pattern in a request that nearly every text shows to be wider',
        set([...note, 'pattern'], '^[a-z0-9]{1,63}$'),
        'the pattern of `note`',
        set(note, { ...text, pattern: '^[a-z]{1,64}$' }),
      ),
      row(
        breaking,
        'a pattern for which no texts can be made up',
        set([...windowText, 'pattern'], '(?<!a)b$'),
        'the pattern of `windowText`',
      ),
      row(
        breaking,
        'a format in a request',
        set([...schema('LocalDate'), 'format'], 'date'),
        'the format of `localDate` is new',
      ),
      row(
        compatible,
        'a format in a response',
        set([...schema('Reference'), 'format'], 'x'),
        'the format of `reference` is new',
      ),
      row(
        breaking,
        'no format in a response',
        remove([...schema('ScheduledDate'), 'format']),
        'the format of `scheduledDate` is gone',
      ),
      row(
        breaking,
        'another format',
        set([...schema('ScheduledDate'), 'format'], 'date-time'),
        'the format of `scheduledDate`',
      ),
      row(
        wording,
        'the order of values',
        reversed([...schema('BookId'), 'enum']),
        'the order of `enum` of `bookId` changed',
      ),
      row(
        breaking,
        'a value less in a request',
        remove([...schema('BookId'), 'enum', 1]),
        '`EXO` is no longer a value of `bookId`',
      ),
      row(
        compatible,
        'a new value in a request',
        add([...schema('BookId'), 'enum'], 'TOB'),
        '`TOB` is a new value of `bookId`',
      ),
      row(
        breaking,
        'a new value in a response',
        add([...windowText, 'enum'], 'b'),
        '`b` is a new value of `windowText`',
        set([...windowText, 'enum'], ['a']),
      ),
      row(
        compatible,
        'a value less in a response',
        remove([...windowText, 'enum', 1]),
        '`b` is no longer a value of `windowText`',
        set([...windowText, 'enum'], ['a', 'b']),
      ),
      row(
        breaking,
        'an error text',
        set(errorText('Unauthorized'), 'Who?'),
        'the error text `Unauthorized` became `Who?`',
      ),
      row(
        wording,
        'an enum of one as `const`',
        all(
          remove(member('RequestBodyTooLarge', 'error', 'enum')),
          set(member('RequestBodyTooLarge', 'error', 'const'), tooLarge),
        ),
        'means the same',
      ),
      row(
        breaking,
        'an enum of one as another `const`',
        all(
          remove(member('RequestBodyTooLarge', 'error', 'enum')),
          set(member('RequestBodyTooLarge', 'error', 'const'), 'No'),
        ),
        'the error text `Request body too large` became `No`',
      ),
      row(
        breaking,
        'a list of values in a request',
        set([...note, 'enum'], ['a']),
        '`note` now has a list of allowed values',
        set(note, text),
      ),
      row(
        compatible,
        'a body of either of two schemas in a request',
        set(bodySchema, { oneOf: [ref('VerseSubmission'), ref('Submission')] }),
        'the schema `Submission` in `oneOf` of the body is new',
      ),
      row(
        breaking,
        'a body of one of the two schemas in a request',
        set(bodySchema, ref('VerseSubmission')),
        'the schema `Submission` in `oneOf` of the body is gone',
        set(bodySchema, { oneOf: [ref('VerseSubmission'), ref('Submission')] }),
      ),
      row(
        breaking,
        'a body of either of two schemas in a response',
        set(createdSchema, { anyOf: [ref('ScheduledVerse'), ref('Submission')] }),
        'in `anyOf` of the body is new',
      ),
      row(breaking, 'an error less', remove([...errors, 'oneOf', 0]), 'the error text `Invalid JSON body` is gone'),
      row(wording, 'the order of errors', reversed([...errors, 'oneOf']), 'the order of `oneOf` of the body changed'),
      row(breaking, 'what may not be', set([...chapter, 'not'], { maximum: 2 }), 'the `not` of `chapter` is new'),
      row(
        breaking,
        'more that may not be, though the limit is higher',
        set([...chapter, 'not', 'maximum'], 3),
        'the maximum of `chapter`',
        set([...chapter, 'not'], { maximum: 2 }),
      ),
      row(
        breaking,
        'what no rule knows',
        set([...schema('VerseSubmission'), 'dependentRequired'], { verse: ['chapter'] }),
        'the `dependentRequired` of the body is new',
      ),
    ],
  },
  {
    about: 'parameters',
    rows: [
      row(
        compatible,
        'a new optional one',
        add([...list, 'parameters'], { name: 'limit', in: 'query', schema: text }),
        'the optional query parameter `limit` is new',
      ),
      row(
        breaking,
        'a new required one',
        add([...list, 'parameters'], { name: 'limit', in: 'query', required: true, schema: text }),
        'the required query parameter `limit` is new',
      ),
      row(
        breaking,
        'one removed',
        remove([...submit, 'parameters', 0]),
        'the optional header `Idempotency-Key` is gone',
      ),
      row(
        breaking,
        'one that is now required',
        set([...key, 'required'], true),
        'the header `Idempotency-Key` is now required',
      ),
      row(
        compatible,
        'one that is no longer required',
        remove([...localDate, 'required']),
        'the query parameter `localDate` is no longer required',
      ),
      row(
        wording,
        'optional, which is so anyway',
        remove([...key, 'required']),
        'the header `Idempotency-Key` is no longer required',
      ),
      row(breaking, 'another place', set([...localDate, 'in'], 'header'), 'the required header `localDate` is new'),
      row(
        breaking,
        'another style',
        set([...localDate, 'style'], 'deepObject'),
        '`style` of the query parameter `localDate`',
      ),
      row(
        wording,
        'the style that it has anyway',
        set([...localDate, 'style'], 'form'),
        '`style` of the query parameter `localDate` is new',
      ),
      row(
        wording,
        'the default style of a header',
        set([...key, 'style'], 'simple'),
        '`style` of the header `Idempotency-Key` is new',
      ),
      row(
        breaking,
        'another style of a query',
        set([...localDate, 'style'], 'simple'),
        '`style` of the query parameter',
      ),
      row(wording, 'exploded, which is so anyway', set([...localDate, 'explode'], true), '`explode` of the query'),
      row(breaking, 'not exploded', set([...localDate, 'explode'], false), '`explode` of the query parameter'),
      row(wording, 'not exploded, as no header is', set([...key, 'explode'], false), '`explode` of the header'),
      row(
        breaking,
        'exploded with a style that does not explode',
        set([...localDate, 'explode'], true),
        '`explode` of the query parameter',
        set([...localDate, 'style'], 'spaceDelimited'),
      ),
      row(
        breaking,
        'a part of a form that is not exploded',
        set([...form, 'encoding', 'tags', 'explode'], false),
        '`explode`',
        set(form, { schema: text, encoding: { tags: { contentType: 'text/plain' } } }),
      ),
      row(
        wording,
        'a header in another case',
        set([...key, 'name'], 'idempotency-key'),
        'the `name` of the header `idempotency-key` was `Idempotency-Key`',
      ),
      row(
        breaking,
        'a header in another case that is now required',
        all(set([...key, 'name'], 'idempotency-key'), set([...key, 'required'], true)),
        'the header `idempotency-key` is now required',
      ),
      row(breaking, 'a query parameter in another case', set([...localDate, 'name'], 'LocalDate'), 'is new'),
      row(
        compatible,
        'another name in a path',
        all(move(['paths', '/api/{book}/{date}'], ['paths', '/api/{book}/{day}']), set([...dated, 1, 'name'], 'day')),
        '`/api/{book}/{day}`: the path parameter `date` is now called `day`',
        datedPath,
      ),
      row(
        breaking,
        'another name and schema in a path',
        all(
          move(['paths', '/api/{book}/{date}'], ['paths', '/api/{book}/{day}']),
          set([...dated, 1], { name: 'day', in: 'path', required: true, schema: { type: 'integer' } }),
        ),
        'the type of the path parameter `day`',
        datedPath,
      ),
      row(
        breaking,
        'the places of two names in a path',
        move(['paths', '/api/{book}/{date}'], ['paths', '/api/{date}/{book}']),
        'path parameter `book`',
        datedPath,
      ),
      row(
        breaking,
        'a tighter schema',
        set([...key, 'schema', 'maxLength'], 10),
        'the maximum length of the header `Idempotency-Key`',
      ),
      row(
        compatible,
        'an empty value allowed',
        set([...localDate, 'allowEmptyValue'], true),
        '`allowEmptyValue` of the query parameter',
      ),
      row(
        compatible,
        'a deprecated one',
        set([...localDate, 'deprecated'], true),
        'the query parameter `localDate` is now deprecated',
      ),
      row(
        wording,
        'a description',
        set([...localDate, 'description'], 'A date.'),
        'the description of the query parameter `localDate`',
      ),
      row(wording, 'the order', reversed([...submit, 'parameters']), 'the order of `parameters` changed'),
      row(
        wording,
        'those of an operation become those of its path',
        move([...list, 'parameters'], ['paths', '/api/submissions', 'parameters']),
        'means the same',
      ),
      row(
        breaking,
        'a new required one of a path',
        set(
          ['paths', '/api/submissions', 'parameters'],
          [{ name: 'limit', in: 'query', required: true, schema: text }],
        ),
        '`GET /api/submissions` request: the required query parameter `limit` is new',
      ),
    ],
  },
  {
    about: 'bodies',
    rows: [
      row(
        compatible,
        'one that is no longer required',
        set([...body, 'required'], false),
        'the body is no longer required',
      ),
      row(
        breaking,
        'one that is now required',
        set([...body, 'required'], true),
        'the body is now required',
        set([...body, 'required'], false),
      ),
      row(breaking, 'one removed', remove(body), 'the body is gone'),
      row(
        compatible,
        'a new optional one',
        set([...list, 'requestBody'], { content: { 'application/json': { schema: text } } }),
        'the body is new',
      ),
      row(
        breaking,
        'a new required one',
        set([...list, 'requestBody'], { required: true, content: {} }),
        'the body is new',
      ),
      row(
        compatible,
        'a new media type of a request',
        set([...body, 'content', 'text/plain'], { schema: text }),
        'the content type `text/plain` is new',
      ),
      row(
        breaking,
        'a media type less of a request',
        remove([...body, 'content', 'text/plain']),
        'the content type `text/plain` is gone',
        set([...body, 'content', 'text/plain'], { schema: text }),
      ),
      row(
        breaking,
        'a new media type of a response, which a client may not read',
        set([...created, 'content', 'text/plain'], { schema: text }),
        'the content type `text/plain` is new',
      ),
      row(
        breaking,
        'a media type less of a response',
        remove([...created, 'content', 'application/json']),
        'the content type `application/json` is gone',
      ),
    ],
  },
  {
    about: 'responses',
    rows: [
      row(breaking, 'a status less', remove([...responses, '413']), '413: the status is gone'),
      row(
        breaking,
        'a new status, since the list is closed',
        set([...responses, '409'], { description: 'A conflict.' }),
        '409: the status is new',
      ),
      row(
        breaking,
        'a range of statuses',
        move([...responses, '500'], [...responses, '5XX']),
        '5XX: the status is new',
      ),
      row(
        breaking,
        'any other status',
        set([...responses, 'default'], { description: 'Others.' }),
        'default: the status is new',
      ),
      row(
        breaking,
        'a header less',
        remove([...responses, '429', 'headers', 'Retry-After']),
        'the header `Retry-After` is gone',
      ),
      row(
        compatible,
        'a new header',
        set([...created, 'headers', 'ETag'], { schema: text }),
        'the header `ETag` is new',
      ),
      row(
        wording,
        'a header in another case',
        move([...responses, '429', 'headers', 'Retry-After'], [...responses, '429', 'headers', 'retry-after']),
        '`POST /api/submit-verse`: it is written differently and means the same',
      ),
      row(
        wording,
        'one of two components whose names differ in case',
        set(['components', 'headers', 'x-a', 'description'], 'A.'),
        'the header `x-a`: the description is new',
        all(...['x-a', 'X-A'].map((name) => set(['components', 'headers', name], { schema: text }))),
      ),
      row(
        wording,
        'a header that is never exploded',
        set([...retryAfter, 'explode'], false),
        '`explode` of the header',
      ),
      row(
        breaking,
        'a header that is no longer required',
        set([...retryAfter, 'required'], false),
        'the header `Retry-After` is no longer required',
      ),
      row(
        compatible,
        'a header that is now required',
        set([...retryAfter, 'required'], true),
        'the header `Retry-After` is now required',
        remove([...retryAfter, 'required']),
      ),
      row(
        breaking,
        'a header with larger values',
        set([...retryAfter, 'schema', 'maximum'], 4_294_967_295),
        'the maximum of the header `Retry-After`',
      ),
      row(
        compatible,
        'a new link',
        set([...created, 'links'], { all: { operationId: 'listSubmissions' } }),
        '`links` `all` is new',
      ),
      row(
        breaking,
        'a link less',
        remove([...created, 'links']),
        '`links` `all` is gone',
        set([...created, 'links'], { all: { operationId: 'listSubmissions' } }),
      ),
      row(wording, 'a description', set([...created, 'description'], 'Done.'), 'the description was'),
    ],
  },
  {
    about: 'operations',
    rows: [
      row(
        compatible,
        'a new one',
        set(['paths', '/api/submissions', 'head'], { operationId: 'count', responses: {} }),
        '`HEAD /api/submissions`: the operation is new',
      ),
      row(breaking, 'one less', remove(list), '`GET /api/submissions`: the operation is gone'),
      row(
        breaking,
        'another path',
        move(['paths', '/api/submissions'], ['paths', '/api/verses']),
        '`GET /api/submissions`: the operation is gone',
      ),
      row(
        compatible,
        'a deprecated one',
        set([...list, 'deprecated'], true),
        '`GET /api/submissions`: it is now deprecated',
      ),
      row(
        wording,
        'one that is not deprecated, which is so anyway',
        set([...list, 'deprecated'], false),
        'it is no longer deprecated',
      ),
      row(
        breaking,
        'another id, after which clients name their functions',
        set([...list, 'operationId'], 'submissions'),
        '`operationId`',
      ),
      row(
        breaking,
        'a callback',
        set([...submit, 'callbacks'], { done: { '{$request.body}': { post: { responses: {} } } } }),
        '`callbacks` `done` is new',
      ),
      row(
        breaking,
        'a wider limit in a callback, whose requests the service sends',
        set([...doneSchema, 'maxLength'], 10),
        'the maximum length of the body',
        set(doneSchema, text),
      ),
    ],
  },
  {
    about: 'what only readers see',
    rows: [
      row(wording, 'a summary', set([...list, 'summary'], 'List.'), 'the summary was'),
      row(wording, 'a description of an operation', set([...list, 'description'], 'List.'), 'the description'),
      row(
        wording,
        'a description beside a reference',
        set([...member('Submission', 'reference'), 'description'], 'It.'),
        'the description of `submissions.reference`',
      ),
      row(
        wording,
        'a summary of a path',
        set(['paths', '/api/submissions', 'summary'], 'List.'),
        '`/api/submissions`: the summary is new',
      ),
      row(wording, 'a tag of an operation', add([...list, 'tags'], 'Lists'), '`tags` `Lists` is new'),
      row(wording, 'a tag of the document', add(['tags'], { name: 'Lists' }), "the document's `tags`: `Lists` is new"),
      row(
        wording,
        'a description of a tag',
        set(['tags', 0, 'description'], 'All.'),
        'the description of `Submissions`',
      ),
      row(wording, 'a page elsewhere', set(['externalDocs'], { url: 'https://b' }), "the document's `externalDocs`"),
      row(
        wording,
        'a page elsewhere on a tag',
        set(['tags', 0, 'externalDocs'], { url: 'https://b' }),
        '`externalDocs` of `Submissions` is new',
      ),
      row(wording, 'the title', set(['info', 'title'], 'Verses'), 'the title was'),
      row(wording, 'the license', set(['info', 'license', 'name'], 'ISC'), 'the `name` of `license`'),
      row(wording, 'a contact', set(['info', 'contact'], { name: 'Us' }), 'the `contact` is new'),
      row(wording, 'the version', set(['info', 'version'], '9.0.0'), 'the version was'),
      row(wording, 'a title of a schema', set([...schema('BookId'), 'title'], 'Book'), 'the title of `bookId` is new'),
      row(
        wording,
        'an example',
        set([...created, 'content', 'application/json', 'example', 'reference'], 'John 3:17'),
        'the example was',
      ),
      row(
        wording,
        'one example of several',
        remove([...responses, '400', 'content', 'application/json', 'examples', 'InvalidVerse']),
        'the example is gone',
      ),
      row(wording, 'an example of a member', set([...chapter, 'example'], 3), 'the example of `chapter` is new'),
    ],
  },
])('$about', ({ rows }) => {
  test.each(rows)('$level: $title', ({ edit, level, says, base = () => {} }) => {
    const changes = contractChanges(edited(base), edited(base, edit));
    expect(changes.map((change) => sentence(change))[0]).toMatch(new RegExp(`^\\*\\*${level}\\*\\*`, 'i'));
    const highest = changes.filter((change) => change.level === level).map(sentence);
    expect(highest).toContainEqual(expect.stringContaining(says));
  });
});
