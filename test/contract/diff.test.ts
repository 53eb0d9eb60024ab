import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { sentence } from '../../contract/diff/change.ts';
import { contractChanges } from '../../contract/diff/compare.ts';
import { toMarkdown } from '../../contract/diff/markdown.ts';
import { compareContracts, compareWithReleased, releasedVersions } from '../../contract/diff/released.ts';
import { compareVersions } from '../../contract/diff/version.ts';
import { sha256 } from '../../contract/released/sha256.ts';
import { root } from '../../src/root.ts';
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
} from '../support/contract-edits.ts';

const source = edited();
const checks = [...submit, 'x-checks'];
const parameter = ['components', 'parameters', 'Idempotency-Key'];

const swapChecks: Edit = (contract) => {
  const [solvedToday, cooldown] = [3, 4].map((index) => contract.getIn([...checks, index]));
  contract.setIn([...checks, 3], cooldown);
  contract.setIn([...checks, 4], solvedToday);
};
const anyHeader = { schema: { type: 'string', maxLength: 9 } };
const inSubmission = '`POST /api/submit-verse`';

/** Edits of the contract, each with all sentences that it must give. */
const table: { title: string; edit: Edit; want: unknown[] }[] = [
  // The checks and their texts
  {
    title: 'two checks in a different order',
    edit: swapChecks,
    want: [
      `**Breaking** ${inSubmission}: the checks ran in the order \`authenticated\`, \`readable\`, \`localDate\`, \`solvedToday\`, \`cooldown\`, \`verse\`, \`scheduled\`` +
        ` and now run in the order \`authenticated\`, \`readable\`, \`localDate\`, \`cooldown\`, \`solvedToday\`, \`verse\`, \`scheduled\`.`,
    ],
  },
  {
    title: 'a check with another name',
    edit: set([...checks, 3, 'name'], 'solved'),
    want: [`**Wording** ${inSubmission}: the check \`solvedToday\` is now called \`solved\`.`],
  },
  {
    title: 'a removed check',
    edit: remove([...checks, 2]),
    want: [`**Breaking** ${inSubmission}: the check \`localDate\` is gone.`],
  },
  {
    title: 'a new check',
    edit: add(checks, { name: 'polite', status: 403, error: { $ref: '#/components/schemas/NotSolvedToday' } }),
    want: [`**Breaking** ${inSubmission}: the check \`polite\` is new, as number 8.`],
  },
  {
    title: 'a check with a different status',
    edit: set([...checks, 3, 'status'], 409),
    want: [`**Breaking** ${inSubmission}: the check \`solvedToday\` returned 403 and now returns 409.`],
  },
  {
    title: 'a check with the error of another',
    edit: set([...checks, 2, 'error', '$ref'], '#/components/schemas/InvalidJsonBody'),
    want: [
      `**Breaking** ${inSubmission}: the error of the check \`localDate\` was \`A valid localDate (YYYY-MM-DD) is required\` and is now \`Invalid JSON body\`.`,
    ],
  },
  {
    title: 'a check without its alternative rejection',
    edit: remove([...checks, 1, 'otherwise']),
    want: [
      `**Breaking** ${inSubmission}: the alternative rejection of the check \`readable\` was 413 \`Request body too large\` when “the body is larger than the limit” and is now nothing.`,
    ],
  },
  {
    title: 'a changed error text',
    edit: set(errorText('CooldownActive'), 'Wait a week'),
    want: [`**Breaking** ${inSubmission} 429: the error text \`Cooldown active\` became \`Wait a week\`.`],
  },
  {
    title: 'a changed error text among several of a status',
    edit: set(errorText('InvalidJsonBody'), 'Not JSON'),
    want: [`**Breaking** ${inSubmission} 400: the error text \`Invalid JSON body\` became \`Not JSON\`.`],
  },
  {
    title: 'an error text that is no longer fixed',
    edit: remove(member('NotSolvedToday', 'error', 'enum')),
    want: [`**Breaking** ${inSubmission} 403: \`error\` no longer has a list of allowed values.`],
  },
  {
    title: 'a removed error',
    edit: remove([...responses, '400', 'content', 'application/json', 'schema', 'oneOf', 1]),
    want: [`**Breaking** ${inSubmission} 400: the error text \`A valid localDate (YYYY-MM-DD) is required\` is gone.`],
  },
  {
    title: 'a new error',
    edit: add([...responses, '400', 'content', 'application/json', 'schema', 'oneOf'], {
      $ref: '#/components/schemas/NotSolvedToday',
    }),
    want: [`**Breaking** ${inSubmission} 400: the error text \`Solve today's puzzle first\` is new.`],
  },
  {
    title: 'a changed message of an invalid verse',
    edit: set(member('InvalidVerse', 'error', 'x-messages', 'onlyChapter'), 'chapter must be 1'),
    want: [
      `**Breaking** ${inSubmission} 400: the message \`onlyChapter\` was \`chapter must be 1: {book} has 1 chapter\` and is now \`chapter must be 1\`.`,
    ],
  },
  {
    title: 'a changed text of 404',
    edit: set(errorText('NotFound'), 'Nothing here'),
    want: ['**Breaking** 404 of no operation: the error text `Not found` became `Nothing here`.'],
  },
  {
    title: 'a changed text of 405',
    edit: set(errorText('MethodNotAllowed'), 'No such method'),
    want: ['**Breaking** 405 of no operation: the error text `Method not allowed` became `No such method`.'],
  },
  {
    title: 'a shorter cooldown',
    edit: set([...submit, 'x-cooldown'], 'PT24H'),
    want: [`**Breaking** ${inSubmission}: the cooldown was \`PT168H\` and is now \`PT24H\`.`],
  },

  // Responses
  {
    title: 'a removed status',
    edit: remove([...responses, '413']),
    want: [`**Breaking** ${inSubmission} 413: the status is gone.`],
  },
  {
    title: 'a new status',
    edit: (contract) => contract.setIn([...responses, '409'], contract.getIn([...responses, '403'])),
    want: [`**Breaking** ${inSubmission} 409: the status is new.`],
  },
  {
    title: 'a removed member of a response',
    edit: remove(member('ScheduledVerse', 'windowText'), [...schema('ScheduledVerse'), 'required', 2]),
    want: [`**Breaking** ${inSubmission} 201: the member \`windowText\` is gone.`],
  },
  {
    title: 'a new member of a response with a closed schema',
    edit: set(member('ScheduledVerse', 'id'), { type: 'integer' }),
    want: [`**Breaking** ${inSubmission} 201: the member \`id\` is new.`],
  },
  {
    title: 'a member of a response that is no longer required',
    edit: remove([...schema('ScheduledVerse'), 'required', 2]),
    want: [`**Breaking** ${inSubmission} 201: the member \`windowText\` is no longer required.`],
  },
  {
    title: 'a response that allows undocumented members',
    edit: remove([...schema('ScheduledVerse'), 'additionalProperties']),
    want: [`**Breaking** ${inSubmission} 201: the body may have undocumented members.`],
  },
  {
    title: 'longer texts in a response',
    edit: set([...schema('Reference'), 'maxLength'], 128),
    want: [
      `**Breaking** ${inSubmission} 201: the maximum length of \`reference\` was \`64\` and is now \`128\`.`,
      '**Breaking** `GET /api/submissions` 200: the maximum length of `submissions.reference` was `64` and is now `128`.',
    ],
  },
  {
    title: 'shorter texts in a response',
    edit: set([...schema('Reference'), 'maxLength'], 32),
    want: [
      `**Compatible** ${inSubmission} 201: the maximum length of \`reference\` was \`64\` and is now \`32\`.`,
      '**Compatible** `GET /api/submissions` 200: the maximum length of `submissions.reference` was `64` and is now `32`.',
    ],
  },
  {
    title: 'a changed pattern in a response',
    edit: set([...schema('Instant'), 'pattern'], 'Z$'),
    want: [
      `**Breaking** ${inSubmission} 429: the pattern of \`cooldownEndsAt\` was \`^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$\` and is now \`Z$\`.`,
      '**Breaking** `GET /api/eligibility` 200: the pattern of `cooldownEndsAt` was `^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$` and is now `Z$`.',
      '**Breaking** `GET /api/submissions` 200: the pattern of `submissions.submittedAt` was `^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$` and is now `Z$`.',
    ],
  },
  {
    title: 'a pattern that allows less in a response',
    edit: set([...member('ScheduledVerse', 'windowText'), 'pattern'], '^November [1-9][0-9]?, [0-9]{4}$'),
    want: [expect.stringMatching(/^\*\*Compatible\*\* .* the pattern of `windowText` /)],
  },
  {
    title: 'a pattern that allows more in a response',
    edit: set([...member('ScheduledVerse', 'windowText'), 'pattern'], '^.*[0-9]{4}$'),
    want: [expect.stringMatching(/^\*\*Breaking\*\* .* the pattern of `windowText` /)],
  },
  {
    title: 'a removed header',
    edit: remove([...responses, '429', 'headers', 'Retry-After']),
    want: [`**Breaking** ${inSubmission} 429: the header \`Retry-After\` is gone.`],
  },
  {
    title: 'a removed header of a response of no operation',
    edit: remove(['components', 'responses', 'MethodNotAllowed', 'headers', 'Allow']),
    want: ['**Breaking** 405 of no operation: the header `Allow` is gone.'],
  },
  {
    title: 'a header that is no longer required',
    edit: set(['components', 'headers', 'Retry-After', 'required'], false),
    want: [`**Breaking** ${inSubmission} 429: the header \`Retry-After\` is no longer required.`],
  },
  {
    title: 'a new header',
    edit: set([...responses, '403', 'headers', 'Content-Language'], anyHeader),
    want: [`**Compatible** ${inSubmission} 403: the header \`Content-Language\` is new.`],
  },

  // Requests
  {
    title: 'a new required member',
    edit: all(
      set(member('VerseSubmission', 'note'), { type: 'string' }),
      add([...schema('VerseSubmission'), 'required'], 'note'),
    ),
    want: [`**Breaking** ${inSubmission} request: the required member \`note\` is new.`],
  },
  {
    title: 'a new optional member',
    edit: set(member('VerseSubmission', 'note'), { type: 'string' }),
    want: [`**Compatible** ${inSubmission} request: the member \`note\` is new.`],
  },
  {
    title: 'a member that is no longer required',
    edit: remove([...schema('VerseSubmission'), 'required', 3]),
    want: [`**Compatible** ${inSubmission} request: the member \`verse\` is no longer required.`],
  },
  {
    title: 'a new optional header',
    edit: add([...submit, 'parameters'], { name: 'X-Trace', in: 'header', required: false, ...anyHeader }),
    want: [`**Compatible** ${inSubmission} request: the optional header \`X-Trace\` is new.`],
  },
  {
    title: 'a new required header',
    edit: add([...submit, 'parameters'], { name: 'X-Trace', in: 'header', required: true, ...anyHeader }),
    want: [`**Breaking** ${inSubmission} request: the required header \`X-Trace\` is new.`],
  },
  {
    title: 'no parameters',
    edit: remove([...submit, 'parameters']),
    want: [
      `**Breaking** ${inSubmission} request: the optional header \`Idempotency-Key\` is gone.`,
      `**Breaking** ${inSubmission} request: the optional header \`X-Request-Id\` is gone.`,
    ],
  },
  {
    title: 'a header that is now required',
    edit: set([...parameter, 'required'], true),
    want: [`**Breaking** ${inSubmission} request: the header \`Idempotency-Key\` is now required.`],
  },
  {
    title: 'a tighter limit',
    edit: set(member('VerseSubmission', 'chapter', 'maximum'), 100),
    want: [`**Breaking** ${inSubmission} request: the maximum of \`chapter\` was \`150\` and is now \`100\`.`],
  },
  {
    title: 'a looser limit',
    edit: set(member('VerseSubmission', 'chapter', 'minimum'), 0),
    want: [`**Compatible** ${inSubmission} request: the minimum of \`chapter\` was \`1\` and is now \`0\`.`],
  },
  {
    title: 'a smaller body',
    edit: set([...body, 'x-max-bytes'], 1024),
    want: [`**Breaking** ${inSubmission} request: the limit in bytes of the body was \`65536\` and is now \`1024\`.`],
  },
  {
    title: 'a larger body',
    edit: set([...body, 'x-max-bytes'], 131_072),
    want: [
      `**Compatible** ${inSubmission} request: the limit in bytes of the body was \`65536\` and is now \`131072\`.`,
    ],
  },
  {
    title: 'a changed pattern',
    edit: set([...schema('LocalDate'), 'pattern'], '^\\d{8}$'),
    want: [
      `**Breaking** ${inSubmission} request: the pattern of \`localDate\` was \`^\\d{4}-\\d{2}-\\d{2}$\` and is now \`^\\d{8}$\`.`,
      '**Breaking** `GET /api/eligibility` request: the pattern of the query parameter `localDate` was `^\\d{4}-\\d{2}-\\d{2}$` and is now `^\\d{8}$`.',
    ],
  },
  {
    title: 'a removed value',
    edit: remove([...schema('BookId'), 'enum', 65]),
    want: [`**Breaking** ${inSubmission} request: \`REV\` is no longer a value of \`bookId\`.`],
  },
  {
    title: 'a new value',
    edit: add([...schema('BookId'), 'enum'], 'TOB'),
    want: [`**Compatible** ${inSubmission} request: \`TOB\` is a new value of \`bookId\`.`],
  },
  {
    title: 'a list of values removed',
    edit: remove([...schema('BookId'), 'enum']),
    want: [`**Compatible** ${inSubmission} request: \`bookId\` no longer has a list of allowed values.`],
  },
  {
    title: 'no authentication',
    edit: set(['security'], []),
    want: ['**Breaking** the document\'s `security`: `{"bearerAuth":[]}` is gone.'],
  },
  {
    title: 'shorter player ids',
    edit: set(['components', 'securitySchemes', 'bearerAuth', 'x-subject', 'maxLength'], 36),
    want: [
      '**Breaking** the security scheme `bearerAuth`: the maximum length of `x-subject` was `255` and is now `36`.',
    ],
  },
  {
    title: 'a changed path',
    edit: (contract) => {
      contract.setIn(['paths', '/api/verses'], contract.getIn(['paths', '/api/submit-verse']));
      contract.deleteIn(['paths', '/api/submit-verse']);
    },
    want: [
      `**Breaking** ${inSubmission}: the operation is gone.`,
      '**Compatible** `POST /api/verses`: the operation is new.',
    ],
  },

  // Wording
  {
    title: 'a changed description',
    edit: set(member('VerseSubmission', 'chapter', 'description'), 'One of its chapters.'),
    want: [
      `**Wording** ${inSubmission} request: the description of \`chapter\` was \`A chapter of the book.\` and is now \`One of its chapters.\`.`,
    ],
  },
  {
    title: 'a long description with one changed sentence',
    edit: (contract) => {
      const path = [...submit, 'description'];
      contract.setIn(path, String(contract.getIn(path)).replace('A full calendar\nresults in 500.', 'It may be full.'));
    },
    want: [
      `**Wording** ${inSubmission}: the description lost “A full calendar results in 500.” and gained “It may be full.”`,
    ],
  },
  {
    title: 'a changed example',
    edit: set([...body, 'content', 'application/json', 'example', 'verse'], 17),
    want: [`**Wording** ${inSubmission} request: the example was \`16\` and is now \`17\`.`],
  },
  {
    title: 'a member named like a keyword is not wording',
    edit: set(member('VerseSubmission', 'description'), { type: 'string' }),
    want: [`**Compatible** ${inSubmission} request: the member \`description\` is new.`],
  },
  {
    title: 'a renamed schema',
    edit: (contract) => {
      contract.setIn(schema('Book'), contract.getIn(schema('BookId')));
      contract.deleteIn(schema('BookId'));
      contract.setIn(member('VerseSubmission', 'bookId', '$ref'), '#/components/schemas/Book');
    },
    want: ['**Compatible** the document: the schema `BookId` is now called `Book`.'],
  },
  {
    title: "a parameter that became its path's",
    edit: move([...submit, 'parameters'], ['paths', '/api/submit-verse', 'parameters']),
    want: [
      '**Wording** `/api/submit-verse`: it is written differently and means the same.',
      `**Wording** ${inSubmission}: it is written differently and means the same.`,
    ],
  },
  {
    title: 'what a reference says already, beside it',
    edit: set(['components', 'responses', 'NotFound', 'headers', 'Cache-Control', 'required'], true),
    want: ['**Wording** the document: it is written differently and means the same.'],
  },
  {
    title: 'a changed version',
    edit: set(['info', 'version'], '9.0.0'),
    want: [`**Wording** the document: the version was \`${source.info.version}\` and is now \`9.0.0\`.`],
  },
  { title: 'no change', edit: () => {}, want: [] },
];

test.each(table)('$title', ({ edit, want }) => {
  expect(contractChanges(source, edited(edit)).map(sentence)).toEqual(want);
});

describe('the version must be high enough for the changes', () => {
  const breaking = set(errorText('NotSolvedToday'), 'Solve it first');
  const compatible = set(member('VerseSubmission', 'note'), { type: 'string', maxLength: 9 });
  const wording = set(['info', 'title'], 'Verses');

  /** Compares an edit with this contract, as if the latter were released. */
  function compare(released: string, version: string, edit: Edit) {
    const before = edited(set(['info', 'version'], released));
    return compareContracts(before, edited(all(edit, set(['info', 'version'], version))));
  }

  test.each([
    { change: 'breaking', edit: breaking, version: '8.2.1', lowest: '9.0.0', kind: 'breaking changes' },
    { change: 'breaking', edit: breaking, version: '8.99.0', lowest: '9.0.0', kind: 'breaking changes' },
    { change: 'compatible', edit: compatible, version: '8.2.1', lowest: '8.3.0', kind: 'compatible changes' },
    { change: 'compatible', edit: compatible, version: '8.2.2', lowest: '8.3.0', kind: 'compatible changes' },
    { change: 'wording', edit: wording, version: '8.2.1', lowest: '8.2.2', kind: 'changed wording' },
  ])('after 8.2.1, $version is too low for a $change change', ({ edit, version, lowest, kind }) => {
    const comparison = compare('8.2.1', version, edit);
    expect(comparison.fault).toBe(
      `The contract has ${kind} since the released 8.2.1, but info.version is ${version}. ` +
        `Set info.version in openapi.yaml to ${lowest} or higher, or revert the changes`,
    );
    expect(toMarkdown(comparison)).toContain(`\n\n**Cannot be released:** ${comparison.fault}.`);
  });

  test('a version lower than the released one is too low', () => {
    expect(compare('8.2.1', '8.2.0', () => {}).fault).toBe('info.version 8.2.0 is lower than 8.2.1, which is released');
  });

  test.each([
    { change: 'breaking', edit: breaking, version: '9.0.0', count: '1 breaking, 0 compatible, 1 wording' },
    { change: 'compatible', edit: compatible, version: '8.3.0', count: '0 breaking, 1 compatible, 1 wording' },
    { change: 'wording', edit: wording, version: '8.2.2', count: '0 breaking, 0 compatible, 2 wording' },
  ])('after 8.2.1, $version is high enough for a $change change', ({ edit, version, count }) => {
    const comparison = compare('8.2.1', version, edit);
    expect(comparison.fault).toBeUndefined();
    expect(toMarkdown(comparison)).toMatch(
      RegExp(`^## Contract ${version}, compared with the released 8.2.1\n\nChanges: ${count}\\.\n\n- \\*\\*`),
    );
  });

  test('versions are compared as numbers', () => {
    expect(['1.10.0', '1.9.1', '1.9.0', '0.12.0', '10.0.0'].sort(compareVersions)).toEqual([
      '0.12.0',
      '1.9.0',
      '1.9.1',
      '1.10.0',
      '10.0.0',
    ]);
  });

  test('the version of this contract is', async () => {
    const { fault } = await compareWithReleased();
    expect(fault).toBeUndefined();
  });
});

describe('a released contract never changes', () => {
  const folder = join(root, 'contract/released');

  test('each has the checksum that it was released with, and its own version', async () => {
    const versions = await releasedVersions();
    const sums = await Promise.all(
      versions.map(async (version) => `${await sha256(join(folder, `${version}.yaml`))}  ${version}.yaml\n`),
    );
    expect(sums.join('')).toBe(await readFile(join(folder, 'SHA256SUMS'), 'utf8'));
    for (const version of versions) {
      expect(parse(await readFile(join(folder, `${version}.yaml`), 'utf8')).info.version).toBe(version);
    }
  });
});
