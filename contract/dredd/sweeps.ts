import { division } from '../../src/generated/division.ts';
import { passage } from '../model/verse.ts';
import type { Fault } from '../response-check.ts';
import { badRequestFaults } from './exchange.ts';
import { type Difference, requestOf } from './request.ts';
import type { Session } from './session.ts';

/** Sends the requests of an operation, a few at a time. */
async function all(of: string, differences: readonly Difference[], session: Session): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const difference of differences) {
    const draft = requestOf(of, difference);
    const { faults: found } = await session.send(draft);
    faults.push(...found.map((each) => ({ ...each, text: `${draft.target}: ${each.text}` })));
  }
  return faults;
}

const books = Object.entries(division).map(([bookId, { verses }]) => ({ bookId, chapters: verses.length }));

/** Many requests of one kind, by the name that a row has. */
export const sweeps = {
  everyChapter: (session: Session) => {
    const paths = books.flatMap(({ bookId, chapters }) =>
      Array.from({ length: chapters }, (_, index) => ({ path: { bookId, chapter: String(index + 1) } })),
    );
    // `hidden: chapters` says why.
    const isUnread = ({ path }: (typeof paths)[0]) =>
      path.bookId === 'HAB' && path.chapter === '2' && session.target.own;
    return all(
      'getChapter',
      paths.filter((each) => !isUnread(each)),
      session,
    );
  },

  requestsThatAreNone: async ({ target }: Session): Promise<Fault[]> =>
    (await badRequestFaults(target.url)).map((text) => ({ part: 'status', text })),

  oneChapterTooMany: (session: Session) =>
    all(
      'getChapter',
      books.map(({ bookId, chapters }) => ({ path: { bookId, chapter: String(chapters + 1) } })),
      session,
    ),

  /** The first verse of each book is found by its words. */
  everyBook: async (session: Session) => {
    const first = books.map(({ bookId }) => ({ path: { bookId, chapter: '1' } }));
    const faults = await all('getChapter', first, session);
    const words = books.map(({ bookId }) => {
      const [verse = ''] = session.stored.seen.texts[passage(bookId, 1)]?.verses ?? [];
      return { query: { words: verse.slice(0, 200).replace(/\W+\w*$/, '') } };
    });
    return [...faults, ...(await all('findVerses', words, session))];
  },
};
