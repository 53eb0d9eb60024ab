import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { type Level, levels, lineOf } from '../../contract/diff/change.ts';
import { contractChanges } from '../../contract/diff/compare.ts';
import { rules } from '../../contract/diff/rules.ts';
import { readContract } from '../../contract/document/read.ts';
import { root } from '../../src/root.ts';
import { type Edits, edited, type Places } from '../support/contract-edits.ts';

/** A row has its title under its level. */
type Row = Partial<Record<Level | 'none', string>> & {
  /** Edits of the earlier contract. */
  readonly from?: Edits;
  /** All lines, or a part of one of the row's level; both without the marks of Markdown. */
  readonly says: string | readonly string[];
} & Edits;

const table = parse(readFileSync(join(root, 'test/contract/diff-rules.yaml'), 'utf8')) as {
  readonly places: Places;
  readonly keywords: [keyword: string, old: unknown, now: unknown, request: Level, response: Level][];
  readonly rows: Readonly<Record<string, Row[]>>;
};
const contract = readContract();
/** The names of the members that a JSON Schema has, at any depth. */
function membersOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, ...rest } = schema as { properties?: object };
  return [...Object.keys(properties), ...[...Object.values(properties), ...Object.values(rest)].flatMap(membersOf)];
}
const plain = (text: string) => text.replaceAll('`', '');

test('each keyword of the profile has a rule, and no other has one', () => {
  const profile = parse(readFileSync(join(root, 'contract/profile.yaml'), 'utf8'));
  // These are names, or parts of examples, which are compared as a whole.
  const others = /\/|^bearerAuth$|^value$/;
  const keywords = new Set(membersOf(profile).filter((keyword) => !others.test(keyword)));
  expect(rules.map(({ keyword }) => keyword).toSorted()).toEqual([...keywords].toSorted());
});

test.each(table.keywords)('%s %j → %j is %s in a request, %s in a response', (keyword, old, now, request, response) => {
  const levelAt = (member: string) => {
    const [before, after] = [old, now].map((value) =>
      edited(contract, { set: { [member]: { type: 'object', ...(value !== null && { [keyword]: value }) } } }),
    );
    return contractChanges(before ?? contract, after ?? contract)[0]?.level;
  };
  expect([levelAt('VerseSubmission.note'), levelAt('Submission.note')]).toEqual([request, response]);
});

describe.each(Object.entries(table.rows))('%s', (_about, rows) => {
  const titled = rows.map((row) => {
    const level = levels.find((level) => level in row);
    return [level, row[level ?? 'none'], row] as const;
  });

  test.each(titled)('%s: %s', (level, _title, { breaking, compatible, wording, none, from = {}, says, ...edits }) => {
    const before = edited(contract, from, table.places);
    const changes = contractChanges(before, edited(before, edits, table.places));
    if (typeof says === 'string') {
      const highest = changes.filter((change) => change.level === level).map((change) => plain(lineOf(change)));
      expect(highest).toContainEqual(expect.stringContaining(plain(says)));
    } else {
      expect(changes.map((change) => plain(lineOf(change)))).toEqual(says);
    }
    if (level !== undefined) expect(changes[0]?.level).toBe(level);
  });
});
