import { expect, test } from '@jest/globals';
import { type Chapter, createChapterReader } from '../../../client/src/element/player/chapter-reader.ts';
import { eventually } from '../../support/eventually.ts';

const john = (chapter: number, verse: number) => ({ bookId: 'JHN', chapter, verse }) as const;

/** A reader whose chapters come when the test says so. */
function createScene() {
  const requests: {
    readonly key: string;
    readonly signal: AbortSignal;
    readonly answer: PromiseWithResolvers<Chapter>;
  }[] = [];
  let reads = 0;
  const end = new AbortController();
  const wordsOf = createChapterReader(
    (bookId, chapter, { signal }) => {
      const answer = Promise.withResolvers<Chapter>();
      requests.push({ key: `${bookId} ${chapter}`, signal, answer });
      return answer.promise;
    },
    end.signal,
    () => {
      reads++;
    },
  );
  return { wordsOf, requests, reads: () => reads, end };
}

test('the words of a verse are there when its chapter has come, which is read once', async () => {
  const { wordsOf, requests, reads } = createScene();
  expect(wordsOf(john(3, 1))).toBeUndefined();
  expect(wordsOf(john(3, 2))).toBeUndefined();
  requests[0]?.answer.resolve({ translation: 'KJV', verses: ['first', 'second'] });
  await eventually('the chapter has come', () => reads() === 1);
  expect(wordsOf(john(3, 2))).toEqual({ text: 'second', translation: 'KJV' });
  expect(wordsOf(john(3, 1))).toEqual({ text: 'first', translation: 'KJV' });
  expect(wordsOf(john(3, 3))).toEqual({ text: '', translation: 'KJV' });
  expect(requests.map(({ key }) => key)).toEqual(['JHN 3']);
});

test('a chapter that comes after another was asked for is not shown', async () => {
  const { wordsOf, requests, reads } = createScene();
  wordsOf(john(3, 1));
  wordsOf(john(4, 1));
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  requests[1]?.answer.resolve({ verses: ['of chapter 4'] });
  await eventually('the chapter has come', () => reads() === 1);
  requests[0]?.answer.resolve({ verses: ['of chapter 3'] });
  await new Promise(setImmediate);
  expect(reads()).toBe(1);
  expect(wordsOf(john(4, 1))).toEqual({ text: 'of chapter 4' });
});

test('a chapter that does not come leaves the reference alone, until it is asked for after another', async () => {
  const { wordsOf, requests, reads } = createScene();
  wordsOf(john(3, 1));
  requests[0]?.answer.reject(new Error('no network'));
  await eventually('the failure', () => reads() === 1);
  expect(wordsOf(john(3, 1))).toEqual({ text: '' });
  wordsOf(john(4, 1));
  wordsOf(john(3, 1));
  expect(requests.map(({ key }) => key)).toEqual(['JHN 3', 'JHN 4', 'JHN 3']);
});

test('a site’s function may return anything: the reference alone is shown', async () => {
  const { wordsOf, requests, reads } = createScene();
  wordsOf(john(3, 1));
  requests[0]?.answer.resolve({} as Chapter);
  await eventually('the chapter has come', () => reads() === 1);
  expect(wordsOf(john(3, 1))).toEqual({ text: '' });
});

test('the end of the session ends the reading', async () => {
  const { wordsOf, requests, reads, end } = createScene();
  wordsOf(john(3, 1));
  end.abort();
  expect(requests[0]?.signal.aborted).toBe(true);
  requests[0]?.answer.resolve({ verses: ['too late'] });
  await new Promise(setImmediate);
  expect(reads()).toBe(0);
});
