import { describe, expect, test } from '@jest/globals';
import { invalidChangeMessages } from '../../src/desk/generated/operations.desk.ts';
import { validateMove } from '../../src/desk/move-submission.ts';
import { validate } from '../../src/desk/validate.ts';

/** Those that are the same for every request. */
const messages = Object.fromEntries(
  Object.entries(invalidChangeMessages).flatMap(([name, text]) =>
    text.length === 0 ? [[name, (text as () => string)()]] : [],
  ),
);
const seen = (date: unknown) => ({ date, change: 0 });
const move = { from: seen('2026-12-24'), to: seen('2026-12-26') };

const block = { dates: [seen('2026-12-24')], label: 'a feast' };

const notDates = [
  undefined,
  null,
  '',
  20261224,
  '2026-12-24T00:00',
  '2026-02-30',
  '2027-02-29',
  '1999-12-31',
  '26-12-24',
  ['2026-12-24'],
];
const notTexts = [null, 1, ['a'], 'a\0b', 'tab\t', 'return\r', '\u007f', '\u0085', 'a lone \ud800', '\udc00 surrogate'];

describe('the first invalid member sets the message:', () => {
  const notSeen = [
    ...notDates.map(seen),
    undefined,
    null,
    '2026-12-24',
    { date: '2026-12-24' },
    { date: '2026-12-24', change: -1 },
  ];
  test.each<[string, unknown[]]>([
    ['from', notSeen],
    ['to', notSeen],
    ['otherDate', [move.from, { ...move.from, change: 1 }]],
    ['swapWith', [null, '8', 0, -1, 1.5, 2 ** 53, 7]],
    ['note', [...notTexts, 'x'.repeat(501)]],
  ])('of a move, %s', (name, values) => {
    const member = name === 'otherDate' ? 'to' : name;
    for (const value of values) {
      expect([value, validateMove(7, { ...move, [member]: value })]).toEqual([value, { error: messages[name] }]);
    }
  });

  test.each<[string, unknown[]]>([
    ['from', notSeen],
    ['endCooldown', [null, 'true', 1, 0]],
    ['note', notTexts],
  ])('of a withdrawal, %s', (name, values) => {
    for (const value of values) {
      expect(validate('Withdrawal', { from: move.from, [name]: value })).toEqual({ error: messages[name] });
    }
  });

  test('of a block, label', () => {
    for (const label of [undefined, '', ' ', '   ', 'x'.repeat(101), 'line\nfeed', ...notTexts]) {
      expect([label, validate('BlockDates', { ...block, label })]).toEqual([label, { error: messages['label'] }]);
    }
  });

  test('of a pause, paused, change and note', () => {
    for (const paused of [undefined, null, 'true', 1]) {
      expect(validate('Pause', { paused, change: 0 })).toEqual({ error: messages['paused'] });
    }
    for (const change of [undefined, null, -1, 1.5, '0', 2 ** 53]) {
      expect(validate('Pause', { paused: true, change })).toEqual({ error: messages['change'] });
    }
    for (const note of notTexts) {
      expect(validate('Pause', { paused: true, change: 0, note })).toEqual({ error: messages['note'] });
    }
  });

  test('in the order of the schema', () => {
    const wrong: [string, object][] = [
      ['from', { from: 1 }],
      ['to', { to: 1 }],
      ['swapWith', { swapWith: 7 }],
      ['note', { note: 1 }],
    ];
    for (const [index, [name]] of wrong.entries()) {
      const members = Object.assign({ ...move }, ...wrong.slice(index).map(([, member]) => member));
      expect(validateMove(7, members)).toEqual({ error: messages[name] });
    }
    expect(validateMove(7, { from: move.to, to: move.to, swapWith: 7 })).toEqual({ error: messages['otherDate'] });
    expect(validateMove(7, { from: 1, to: 1 })).toEqual({ error: messages['from'] });
    expect(validate('Withdrawal', { from: 1, endCooldown: 1, note: 1 })).toEqual({ error: messages['from'] });
    expect(validate('Withdrawal', { from: move.from, endCooldown: 1, note: 1 })).toEqual({
      error: messages['endCooldown'],
    });
  });
});

describe('valid', () => {
  test.each([
    ['a leap day', { from: seen('2028-02-29'), to: { date: '9999-12-31', change: 2 ** 53 - 1 } }],
    ['a verse to swap with', { ...move, swapWith: 2 ** 53 - 1 }],
    ['500 characters, each of two code units', { ...move, note: '\u{1F600}'.repeat(500) }],
    ['an empty note', { ...move, note: '' }],
    ['several lines', { ...move, note: 'a\nb' }],
  ])('%s', (_title, members) => {
    expect(validateMove(7, members)).toEqual(members);
  });

  test('a move of a malformed id, which no submission has', () => {
    expect(validateMove(undefined, move)).toEqual(move);
  });

  test('a label of 100 characters', () => {
    const label = '\u{1F384}'.repeat(100);
    expect(validate('BlockDates', { ...block, label })).toEqual({ ...block, label });
  });

  test('members that the contract does not name are ignored', () => {
    const other = { id: 8, error: 'any text', actor: 'somebody' };
    expect(validate('Pause', { paused: true, change: 0, ...other })).toEqual({ paused: true, change: 0 });
    expect(validateMove(7, { ...move, ...other })).toEqual(move);
    expect(validate('Withdrawal', { from: move.from, ...other })).toEqual({ from: move.from });
    expect(validate('BlockDates', { ...block, ...other })).toEqual(block);
  });
});
