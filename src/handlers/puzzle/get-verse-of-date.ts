import { etagOf } from '../../api/formats.ts';
import { blockDatePatterns } from '../../desk/generated/operations.desk.ts';
import type { components } from '../../generated/openapi.ts';
import { type Handlers, getVerseOfDateResponses as responses } from '../../puzzle/generated/operations.puzzle.ts';
import type { Puzzle } from '../../puzzle/puzzle.ts';
import type { ReadChapter } from '../../verse/chapters.ts';
import { reference, validateVerse } from '../../verse/validate.ts';

/** `GET /puzzle/api/verses/{date}`: the verse of a date, with its text. */
export function getVerseOfDate(puzzle: Puzzle, readChapter: ReadChapter): Handlers['getVerseOfDate'] {
  return async ({ path: { date } }) => {
    // 4. exists
    const { verse: found, label } = await puzzle.verseOn(date);
    const verse = validateVerse(found ?? {});
    if (found === null || 'error' in verse) {
      // Another program may have stored a label that the contract cannot express.
      return responses.noVerse({ ...(label !== null && blockDatePatterns.label.test(label) && { blocked: label }) });
    }

    // 5. read
    const chapter: components['schemas']['Chapter'] = JSON.parse(await readChapter(verse));
    const { translation, verses } = chapter;
    const words = verses[verse.verse - 1] as string;
    const body = { date, ...verse, reference: reference(verse), words, translation, player: found.player };
    return responses.verseOfDate(body, { ETag: etagOf(JSON.stringify(body)) });
  };
}
