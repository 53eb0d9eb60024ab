import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { wordsLimits } from '../../client/src/element/player/find-words.ts';
import { maxVerses } from '../../client/src/element/references/numbers.ts';
import { maxOffers } from '../../client/src/element/references/reader.ts';
import { texts as german } from '../../client/src/element/words/languages/de.ts';
import { texts as spanish } from '../../client/src/element/words/languages/es.ts';
import { searchTexts } from '../../client/src/element/words/search-texts.ts';
import { operationsOf } from '../../contract/document/operations.ts';
import { type ContractFile, contractFiles, readContract } from '../../contract/document/read.ts';
import { rolesOf } from '../../contract/document/roles.ts';
import { schemasOf } from '../../contract/document/schemas.ts';
import type { Parameter, Schema } from '../../contract/document/types.ts';
import { addDays } from '../../desk/src/dates.ts';
import { isLabel } from '../../src/calendar/label.ts';
import { lastDate } from '../../src/calendar/window.ts';
import { accepts } from '../../src/config.ts';
import { responseMs } from '../../src/database/limits.ts';
import { firstDate, nearDays } from '../../src/desk/days.ts';
import { maxReads } from '../../src/desk/module.ts';
import { actions } from '../../src/entities/calendar-change.ts';
import { contractRoles } from '../../src/roles.ts';
import { root } from '../../src/root.ts';
import { maxSearches, searchWaitMs } from '../../src/verse/find-verses.ts';

// Limits that stand a second time, where no code generation can put them: in texts, in another
// contract or in code that the client loads. What stands in SQL is in
// test/database/constraints.test.ts.

const contracts = Object.fromEntries(contractFiles.map((file) => [file, readContract(file)])) as Record<
  ContractFile,
  ReturnType<typeof readContract>
>;
const { 'openapi.yaml': api, 'contract/openapi.desk.yaml': desk, 'contract/openapi.puzzle.yaml': puzzle } = contracts;
const admin = contracts['contract/openapi.admin.yaml'];
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const schemaOf = (contract: typeof api, name: string) => schemasOf(contract)[name] as Schema & { minLength?: number };
const memberOf = (contract: typeof api, name: string, member: string) =>
  schemaOf(contract, name).properties?.[member] as Schema & { minLength?: number };
const parameterOf = (name: string) =>
  [...operationsOf(api).flatMap(({ operation }) => operation.parameters)].find(
    (each) => each.name === name,
  ) as Parameter;
const operationOf = (contract: typeof api, id: string) =>
  operationsOf(contract).find(({ operation }) => operation.operationId === id)?.operation;
const seconds = (duration: string | undefined) => Temporal.Duration.from(duration ?? '').total('seconds');

/** The numbers that a text has, or some of them; words up to ten count. */
const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
function numbersIn(text: string, pattern: RegExp): number[][] {
  return Array.from(text.replaceAll(/\s+/g, ' ').matchAll(pattern), ([, ...numbers]) =>
    numbers.map((number = '') => (words.includes(number) ? words.indexOf(number) : Number(number.replaceAll(',', '')))),
  );
}

const characters = /(\d+) to (\d+) (?:visible ASCII )?characters/g;
const typed = parameterOf('words').schema as Schema & { minLength: number };
const key = parameterOf('Idempotency-Key').schema as Schema & { minLength: number };
const ofTyped = [typed.minLength, typed.maxLength];
const ofKey = [key.minLength, key.maxLength];
const tokens = api.components.securitySchemes?.bearerAuth;
const subject = tokens?.['x-subject'];
const ofSubject = [subject?.minLength, subject?.maxLength];
const label = schemaOf(desk, 'Label');
const ofLabel = [label.minLength, label.maxLength];
const changes = memberOf(desk, 'InvalidChange', 'error')['x-messages'] ?? {};
const textOf = (contract: typeof api, name: string) => memberOf(contract, name, 'error').enum?.[0] ?? '';
const most = (contract: typeof api, name: string, member: string) => memberOf(contract, name, member).maxItems ?? 0;
const dates = most(desk, 'Calendar', 'days');
const whole = (contract: typeof api) => JSON.stringify(contract).replaceAll('\\n', ' ');
const submit = operationOf(api, 'submitVerse');
const kibibytes = (submit?.requestBody?.['x-max-bytes'] ?? 0) / 1024;
const descriptionOf = (contract: typeof api, id: string) => operationOf(contract, id)?.description ?? '';
const clientReadme = read('client/README.md');
const search = descriptionOf(api, 'findVerses');
const found = most(api, 'FoundVerses', 'verses');
const [listed, withdrawn] = ['submissions', 'withdrawn'].map((name) => most(api, 'SubmissionList', name));
const exported = ['completions', 'submissions'].map((name) => [most(puzzle, 'PlayerExport', name)]);
const inDesk = {
  submissions: most(desk, 'FoundSubmissions', 'submissions'),
  changes: most(desk, 'ChangeList', 'changes'),
  dates: most(desk, 'FoundBlockedDates', 'dates'),
};
const ready = operationOf(admin, 'readyz');
const tolerance = seconds(tokens?.['x-not-before-tolerance']);

test.each<[what: string, text: string, pattern: RegExp, limits: unknown[]]>([
  ['the words', textOf(api, 'InvalidWords'), characters, [ofTyped]],
  ['the words', search, characters, [ofTyped]],
  ['the found verses', search, /at most (\w+), the best/g, [[found]]],
  ['the found verses', clientReadme, /at most (\w+), the best/g, [[found]]],
  ['the offered verses', clientReadme, /offers up to (\w+) verses/g, [[maxOffers]]],
  ['listed submissions', whole(api), /(?:latest|at most) (\d+) (?:submissions|items)/g, [[listed], [withdrawn]]],
  ['listed submissions', clientReadme, /latest (\d+) submissions/g, [[listed]]],
  [
    'the books',
    [searchTexts, german, spanish].map(({ notAmong }) => notAmong).join(),
    /(\d+) (?:books|Büchern|libros)/g,
    Array(3).fill([schemaOf(api, 'BookId').enum?.length]),
  ],
  ['the key', parameterOf('Idempotency-Key').description, characters, [ofKey]],
  ['the key', key.pattern ?? '', /\{(\d+),(\d+)\}/g, [ofKey]],
  ['the key', read('client/src/options.ts').replaceAll(' * ', ''), characters, [ofKey]],
  ['the key', clientReadme, /(\d+) to (\d+) visible/g, [ofKey]],
  ['the words', clientReadme, /(\d+) to (\d+) characters/g, [ofTyped]],
  ["the player's id", tokens?.description ?? '', characters, [ofSubject]],
  ["the player's id", textOf(desk, 'InvalidPlayer'), characters, [ofSubject]],
  ["the player's id", textOf(puzzle, 'InvalidPlayer'), characters, [ofSubject]],
  ["the operator's id", textOf(desk, 'InvalidActor'), characters, [ofSubject]],
  ['the tolerance of nbf', tokens?.description ?? '', /at most (\d+) seconds ahead/g, [[tolerance]]],
  ['the body', whole(api), /(?:larger than|at most) (\d+) KiB/g, Array(2).fill([kibibytes])],
  ['the body', read('SECURITY.md'), /limited to (\d+) KiB/g, [[kibibytes]]],
  ['a label', textOf(desk, 'InvalidLabel'), characters, [ofLabel]],
  ['a label', changes['label'] ?? '', characters, [ofLabel]],
  ['a label', descriptionOf(desk, 'findBlockedDates'), characters, [ofLabel]],
  ['a note', changes['note'] ?? '', /at most (\d+) characters/g, [[schemaOf(desk, 'Note').maxLength]]],
  ['many dates', changes['dates'] ?? '', /(\d+) to (\d+) different/g, [[1, schemaOf(desk, 'SeenDates').maxItems]]],
  ['the range', whole(desk), /at most (\d+) dates/g, Array(3).fill([dates])],
  ['the range', textOf(desk, 'InvalidRange'), /at most (\d+) days/g, [[dates - 1]]],
  ['found submissions', descriptionOf(desk, 'findSubmissions'), /at most (\d+)/g, [[inDesk.submissions]]],
  ['the changes', descriptionOf(desk, 'listChanges'), /at most (\d+)/g, [[inDesk.changes]]],
  ['the blocked dates', descriptionOf(desk, 'findBlockedDates'), /at most (\d+)\./g, [[inDesk.dates]]],
  ['equal verses', whole(desk), /the nearest (\w+) of them/g, [[most(desk, 'DeskSubmission', 'alsoOn')]]],
  ['an export', whole(puzzle), /of more than ([\d,]+),/g, exported],
  ['readiness', whole(admin), /within (\d+) milliseconds/g, [[1000 * seconds(ready?.['x-time-limit'])]]],
  ['the clocks', whole(admin), /less than (\d+) seconds/g, [[seconds(ready?.['x-max-clock-difference'])]]],
  ['searches', search, /runs (\w+) searches at a time/g, [[maxSearches]]],
  ['searches', search, /another one waits for at most (\d+) seconds/g, [[searchWaitMs / 1000]]],
  ['forecasts', descriptionOf(api, 'getEligibility'), /not known within (\d+) seconds/g, [[responseMs / 1000]]],
  [
    'reads of the desk',
    desk.info.description,
    /at most (\w+) reads at a time.* longer than (\w+) seconds/g,
    [[maxReads, responseMs / 1000]],
  ],
])('the text of %s has the limit', (_what, text, pattern, limits) => {
  expect(numbersIn(text, pattern)).toEqual(limits);
});

describe('a limit is the same', () => {
  const onDate = (member: string) => memberOf(puzzle, 'VerseOfDate', member);
  test('in each contract that has a schema of its name', () => {
    const others = ['description', 'properties', 'enum', 'example'];
    const limitsOf = (schema: Schema) => Object.entries(schema).filter(([name]) => !others.includes(name));
    const all = Object.values(contracts).flatMap((contract) =>
      Object.entries(schemasOf(contract)).filter(([, { type }]) => type !== 'object'),
    );
    const differ = [...Map.groupBy(all, ([name]) => name)].filter(
      ([, same]) => new Set(same.map(([, schema]) => JSON.stringify(limitsOf(schema)))).size > 1,
    );
    // The desk's own verses have books of the enum, too: test/desk/validate.test.ts.
    expect(differ.map(([name]) => name)).toEqual(['BookId']);
  });

  test.each([
    ["the player's id", [schemaOf(desk, 'Player'), schemaOf(puzzle, 'PlayerId'), onDate('player')], subject],
    ["the operator's id", [schemaOf(desk, 'Actor')], subject],
    ['the key', [memberOf(puzzle, 'StoredSubmission', 'idempotencyKey')], key],
    ['a label', [memberOf(puzzle, 'NoVerse', 'blocked')], label],
    ['a chapter', [onDate('chapter')], schemaOf(api, 'ChapterNumber')],
    ['a verse', [onDate('verse')], schemaOf(api, 'VerseNumber')],
    ['the words of a verse', [schemaOf(desk, 'Words'), onDate('words')], memberOf(api, 'FoundVerse', 'words')],
    ['a date', [schemaOf(puzzle, 'PuzzleDate')], schemaOf(desk, 'CalendarDate')],
  ])('in each contract: %s', (_what, others, schema) => {
    const limits = ['pattern', 'minLength', 'maxLength', 'minimum', 'maximum'].filter((name) =>
      Object.hasOwn(schema ?? {}, name),
    );
    for (const other of others)
      for (const limit of limits) expect([limit, (other as never)[limit]]).toEqual([limit, (schema as never)[limit]]);
  });

  test('in the element', () => {
    expect(wordsLimits).toEqual({ minLength: typed.minLength, maxLength: typed.maxLength });
    expect(maxVerses).toBe(schemaOf(api, 'VerseNumber').maximum);
  });

  test('in the code of the calendar', () => {
    const range = `${firstDate} to ${lastDate}`;
    const texts = [textOf(puzzle, 'InvalidDate'), ...['date', 'dates', 'to'].map((name) => changes[name])];
    for (const text of texts) expect(text).toContain(range);
    const pattern = new RegExp(schemaOf(desk, 'CalendarDate').pattern ?? '');
    const tried = [firstDate, lastDate, '1999-12-31', '+010000-01-01'];
    expect(tried.filter((date) => pattern.test(date))).toEqual([firstDate, lastDate]);
    expect([addDays(firstDate, -1), addDays(lastDate, 1)]).toEqual([firstDate, lastDate]);
    expect(memberOf(desk, 'DeskSubmission', 'alsoOnMore').maximum).toBe(
      2 * nearDays - most(desk, 'DeskSubmission', 'alsoOn'),
    );
  });

  test('in the variables', () => {
    const { minimum, maximum } = memberOf(desk, 'Calendar', 'repeatDays') as Schema & { minimum: number };
    expect(accepts('SCHEDULE_REPEAT_DAYS')).toBe(`an integer from ${minimum} to ${maximum}`);
    // Today counts, too.
    const horizon = ['freeDates', 'reservedDates', 'blockedDates'].map(
      (name) => memberOf(desk, 'Calendar', name).maximum,
    );
    expect(new Set(horizon).size).toBe(1);
    expect(accepts('SCHEDULE_HORIZON_DAYS')).toMatch(`to ${Number(horizon[0]) - 1},`);
    const roles = Object.values(contracts).flatMap((contract) => Object.keys(rolesOf(contract)));
    expect(Object.keys(contractRoles.names)).toEqual(roles);
  });
});

test("the entity's actions are those of the desk's contract", () => {
  expect(schemaOf(desk, 'Action').enum).toEqual([...actions]);
});

test('isLabel accepts what the contracts of the desk and the puzzle do', () => {
  const characters = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code));
  const texts = characters.flatMap((each) => [each, ` ${each}`, `a${each}`, `${each}a`]);
  for (const { pattern = '' } of [label, memberOf(puzzle, 'NoVerse', 'blocked')]) {
    const matches = new RegExp(pattern, 'u');
    expect(texts.filter(isLabel)).toEqual(texts.filter((text) => matches.test(text)));
  }
});

/** What says how long the cooldown lasts: other texts take it from the contract, or leave it out. */
const lengths: readonly [file: string, says: RegExp][] = [
  ['README.md', /submit again after 7 × 24 hours/],
  ['openapi.yaml', /less than 7 × 24 hours ago/],
  ['contract/openapi.desk.yaml', /less than 168 hours before or after[\s\S]*has another verse within a week/],
];

test.each(lengths)('%s says how long the cooldown lasts', (file, says) => {
  expect(seconds(submit?.['x-cooldown'])).toBe(7 * 24 * 3600);
  expect(read(file)).toMatch(says);
});
