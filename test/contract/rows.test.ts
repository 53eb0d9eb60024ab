import { expect, test } from '@jest/globals';
import { sentencesOf } from '../../contract/dredd/rows.ts';
import { sentencesIn } from '../../contract/dredd/sentences.ts';

test.each(['openapi.yaml', 'contract/openapi.puzzle.yaml'] as const)(
  'each sentence of %s about the wire has a case, or says what shows it, or why nothing does',
  (file) => {
    const sentences = sentencesIn(file);
    const unknown = sentences.filter(({ cases, by, none }) => cases.length === 0 && (by ?? none) === undefined);
    expect(unknown.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
    const lost = sentencesOf(file).filter(
      ({ place, says }) => !sentences.some((each) => each.place === place && each.text.startsWith(says)),
    );
    expect(lost.map(({ place, says }) => `${place}: ${says}`)).toEqual([]);
  },
);
