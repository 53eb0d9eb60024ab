import type { Verse } from '../words/language.ts';
import { fold } from './numbers.ts';

/** A book as readers may call it. */
export interface NamedBook {
  readonly id: Verse['bookId'];
  /** Its names in the page's language and in English. */
  readonly names: readonly string[];
  readonly verses: readonly number[];
}

/** How well a name fits, the best first. */
type Fit = 'exact' | 'name' | 'prefix' | 'letters' | 'typos';
const fits: readonly Fit[] = ['exact', 'name', 'prefix', 'letters', 'typos'];

export interface Match {
  readonly index: number;
  /** The book's number, or nothing, and the rest of the name that fits. */
  readonly ordinal: string;
  readonly stem: string;
  /** `exact` if the number is also that of the book: "John" is not 1 John. */
  readonly fit: Fit;
  readonly typos: number;
}

/** The best known come first among books that fit alike. The others follow in canonical order. */
const known = 'JHN PSA GEN MAT ROM PRO LUK ISA 1CO JAS HEB MRK 1JN ACT EXO JOB JOS'.split(' ');

/** Returns a function that finds the books that a name may mean, the best first. */
export function bookFinder(books: readonly NamedBook[]): (name: string, ordinal: string | undefined) => Match[] {
  const stems = books.map(({ id, names }) =>
    [...names, id].map((name) => {
      const [, ordinal = '', stem = ''] = /^([1-5]?)[.\s]*(.*)$/.exec(name) ?? [];
      return { ordinal, stem: fold(stem) };
    }),
  );
  const place = (index: number) => {
    const rank = known.indexOf(books[index]?.id ?? '');
    return rank === -1 ? known.length + index : rank;
  };

  function find(wanted: string, ordinal: string | undefined): Match[] {
    const matches = stems.flatMap((names, index) => {
      const found = names
        .filter((each) => ordinal === undefined || each.ordinal === ordinal)
        .flatMap((each): Match[] => {
          const match = fitOf(each.stem, wanted);
          if (match === undefined) return [];
          const isExact = match.fit === 'name' && each.ordinal === (ordinal ?? '');
          return [{ ...each, ...match, index, fit: isExact ? 'exact' : match.fit }];
        });
      return found.sort(compare).slice(0, 1);
    });
    const best = matches.some(isPrefix) ? matches.filter(isPrefix) : matches;
    return best.sort((a, b) => compare(a, b) || place(a.index) - place(b.index));
  }

  /** The books whose names are the nearest to a text that is none. */
  function nearest(wanted: string): Match[] {
    const all = stems.flatMap((names, index) =>
      names
        .map((each): Match => ({ ...each, index, fit: 'typos', typos: typosOf(each.stem, wanted) }))
        .sort(compare)
        .slice(0, 1),
    );
    const least = Math.min(...all.map(({ typos }) => typos));
    return least > Math.min(4, (wanted.length - 1) / 2) ? [] : all.filter(({ typos }) => typos === least);
  }

  return (name, ordinal) => {
    const wanted = fold(name);
    const found = find(wanted, ordinal);
    if (found.length > 0) return found;
    if (ordinal !== undefined) return []; // 1 Moses is not near to Hosea
    return /\s/.test(name) ? [] : nearest(wanted);
  };
}

/** Whether a name is that of the book, or the beginning of it. */
export function isPrefix({ fit }: Match): boolean {
  return fits.indexOf(fit) <= fits.indexOf('prefix');
}

function compare(a: Match, b: Match): number {
  return fits.indexOf(a.fit) - fits.indexOf(b.fit) || a.typos - b.typos;
}

function fitOf(stem: string, wanted: string): { fit: Fit; typos: number } | undefined {
  if (wanted === '') return undefined;
  if (stem === wanted) return { fit: 'name', typos: 0 };
  if (stem.startsWith(wanted)) return { fit: 'prefix', typos: 0 };
  if (wanted.length < 3) return undefined;
  const typos = typosOf(stem, wanted);
  if (typos <= (wanted.length < 5 ? 1 : 2)) return { fit: 'typos', typos };
  return stem[0] === wanted[0] && hasInOrder(stem, wanted) ? { fit: 'letters', typos } : undefined;
}

/** Whether a name has these letters in this order. */
function hasInOrder(name: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    from = name.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

/**
 * How many letters are wrong, missing, too many or in the wrong order, compared with the name or
 * with its beginning (optimal string alignment).
 */
function typosOf(name: string, typed: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: name.length + 1 }, (_, column) => column)];
  for (let line = 1; line <= typed.length; line++) {
    const next = [line];
    for (let column = 1; column <= name.length; column++) {
      const isSame = typed[line - 1] === name[column - 1];
      const isSwapped = typed[line - 1] === name[column - 2] && typed[line - 2] === name[column - 1];
      next.push(
        Math.min(
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (row[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return Math.min(...row.slice(1));
}
