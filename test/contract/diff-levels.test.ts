import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { type Level, levels, sentence } from '../../contract/diff/change.ts';
import { contractChanges } from '../../contract/diff/compare.ts';
import { readContract } from '../../contract/document/read.ts';
import { root } from '../../src/root.ts';
import { type Edits, edited, type Places } from '../support/contract-edits.ts';

/** A row has its title under its level. */
type Row = Partial<Record<Level | 'none', string>> & {
  /** Edits of the earlier contract too. */
  readonly from?: Edits;
  /** All sentences, or a part of one of the row's level. */
  readonly says: string | readonly string[];
} & Edits;

const table = parse(readFileSync(join(root, 'test/contract/diff-levels.yaml'), 'utf8')) as {
  readonly places: Places;
  readonly base: Edits;
  readonly rows: Readonly<Record<string, Row[]>>;
};
const contract = edited(readContract(), table.base, table.places);

describe.each(Object.entries(table.rows))('%s', (_about, rows) => {
  const titled = rows.map((row) => {
    const level = levels.find((level) => level in row);
    return [level, row[level ?? 'none'], row] as const;
  });

  test.each(titled)('%s: %s', (level, _title, { breaking, compatible, wording, none, from = {}, says, ...edits }) => {
    const before = edited(contract, from, table.places);
    const changes = contractChanges(before, edited(before, edits, table.places));
    if (typeof says !== 'string') {
      expect(changes.map(sentence)).toEqual(says);
    } else {
      expect(changes[0]?.level).toBe(level);
      const highest = changes.filter((change) => change.level === level).map(sentence);
      expect(highest).toContainEqual(expect.stringContaining(says));
    }
  });
});
