import { expect, test } from '@jest/globals';
import { invalidChangeMessages } from '../../src/desk/generated/operations.desk.ts';
import { validateMove } from '../../src/desk/move-submission.ts';
import { validate } from '../../src/desk/validate.ts';

/** Those that are the same for every request. */
const messages = Object.fromEntries(
  Object.entries(invalidChangeMessages).flatMap(([name, text]) =>
    text.length === 0 ? [[name, (text as () => string)()]] : [],
  ),
);
const seen = (date: unknown, change: unknown = 0) => ({ date, change });
const [from, to] = [seen('2026-12-24'), seen('2026-12-26')];
const check = {
  move: (members: object) => validateMove(7, { from, to, ...members }),
  withdrawal: (members: object) => validate('Withdrawal', { from, ...members }),
  block: (members: object) => validate('BlockDates', { dates: [from], label: 'a feast', ...members }),
  pause: (members: object) => validate('Pause', { paused: true, change: 0, ...members }),
};

const notSeen = [
  ...[undefined, null, '2026-12-24', { date: '2026-12-24' }, seen('2026-12-24', -1)],
  ...['', 20261224, '2026-12-24T00:00', '2026-02-30', '2027-02-29', '1999-12-31', '26-12-24'].map((date) => seen(date)),
];
const eachDate = (_: unknown, days: number) => seen(Temporal.PlainDate.from('2026-12-24').add({ days }).toString());
const notTexts = [null, 1, ['a'], 'a\0b', 'tab\t', 'return\r', '\u007f', '\u0085', 'a lone \ud800', '\udc00 surrogate'];

test.each<[keyof typeof check, string, unknown[]]>([
  ['move', 'from', notSeen],
  ['move', 'to', notSeen],
  ['move', 'swapWith', [null, '8', 0, -1, 1.5, 2 ** 53, 7]],
  ['move', 'note', [...notTexts, 'x'.repeat(501)]],
  ['withdrawal', 'from', notSeen],
  ['withdrawal', 'endCooldown', [null, 'true', 1, 0]],
  ['withdrawal', 'note', notTexts],
  ['block', 'label', [undefined, '', ' ', '   ', 'x'.repeat(101), 'line\nfeed', ...notTexts]],
  ['block', 'dates', [undefined, from, [], [seen('2026-02-30')], Array.from({ length: 401 }, eachDate)]],
  ['pause', 'paused', [undefined, null, 'true', 1]],
  ['pause', 'change', [undefined, null, -1, 1.5, '0', 2 ** 53]],
  ['pause', 'note', notTexts],
])('of a %s, an invalid %s has its message', (change, member, values) => {
  for (const value of values) {
    expect([value, check[change]({ [member]: value })]).toEqual([value, { error: messages[member] }]);
  }
});

test('the first invalid member in the order of the schema sets the message', () => {
  const wrong = { from: 1, to: 1, swapWith: 7, note: 1 };
  const names = Object.keys(wrong);
  for (const [index, name] of names.entries()) {
    const members = Object.fromEntries(Object.entries(wrong).slice(index).reverse());
    expect(check.move(members)).toEqual({ error: messages[name] });
  }
  for (const date of [from, seen('2026-12-24', 1)]) {
    expect(check.move({ to: date, swapWith: 7 })).toEqual({ error: messages['otherDate'] });
  }
});

test.each<[keyof typeof check, string, object]>([
  ['move', 'a leap day', { from: seen('2028-02-29'), to: seen('9999-12-31', 2 ** 53 - 1) }],
  ['move', 'a verse to swap with', { swapWith: 2 ** 53 - 1 }],
  ['move', '500 characters, each of two code units', { note: '\u{1F600}'.repeat(500) }],
  ['move', 'an empty note', { note: '' }],
  ['move', 'several lines', { note: 'a\nb' }],
  ['block', 'a label of 100 characters', { label: '\u{1F384}'.repeat(100) }],
])('a %s may have %s; members that the contract does not name are ignored', (change, _title, members) => {
  expect(check[change](members)).toMatchObject(members);
  const others = { id: 8, error: 'any text', actor: 'somebody' };
  expect(check[change]({ ...members, ...others })).toEqual(check[change](members));
});

test('a move of a malformed id, which no submission has, is valid', () => {
  expect(validateMove(undefined, { from, to })).toEqual({ from, to });
});
