import { expect, test } from '@jest/globals';
import { readReference } from '../../../desk/src/references.ts';

test.each([
  ['john 3:16', 'JHN.3.16', 'John 3:16', 'John 3:16'],
  ['jn 3:16-18', 'JHN.3.16', 'John 3:16', 'John 3:16'],
  ['ps 23', 'PSA.23', 'Psalm 23', 'Psalm 23:1'],
  ['jude 3', 'JUD.1.3', 'Jude 1:3', 'Jude 1:3'],
  ['psalms', 'PSA', 'Psalms', 'Psalm 1:1'],
])('%s names %s', (typed, code, name, reference) => {
  expect(readReference(typed)).toMatchObject({ passage: { code, name }, verse: { reference } });
});

test.each([
  ['john 3:99', 'The last verse of John 3 is 36.'],
  ['jude 2:1', 'The last chapter of Jude is 1.'],
  ['jhonn 3:16', 'Did you mean John 3:16?'],
  ['robot-7', 'Nothing found for “robot-7”.'],
])('%s names nothing: %s', (typed, problem) => {
  expect(readReference(typed)).toEqual({ problem });
});
