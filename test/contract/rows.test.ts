import { expect, test } from '@jest/globals';
import { testedContracts } from '../../contract/dredd/cases.ts';
import { rowsOf } from '../../contract/dredd/rows.ts';
import { sentencesIn } from '../../contract/dredd/sentences.ts';

test.each(['openapi.yaml', 'contract/openapi.puzzle.yaml'] as const)(
  'each sentence of %s about the wire has a case, or says what shows it, or why nothing does',
  (file) => {
    const unknown = sentencesIn(file).filter(({ cases, by, none }) => cases.length === 0 && (by ?? none) === undefined);
    expect(unknown.map(({ text }) => text)).toEqual([]);
  },
);

test.each(testedContracts)('%s has each sentence that its rows name', (file) => {
  const { cases, by, none = {} } = rowsOf(file);
  const named = [...Object.values(cases).flatMap(Object.keys), ...Object.values({ ...by, ...none }).flat()];
  const sentences = sentencesIn(file);
  expect(named.filter((says) => !sentences.some(({ text }) => text.startsWith(says)))).toEqual([]);
});
