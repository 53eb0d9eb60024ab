/**
 * What a search for words needs to know of all verses. A number stands for a word or a verse. Of the
 * two verses `Jesus wept` and `Jesus saith`:
 *
 *     vocabulary  jesus saith wept   a word's number is its place: 0, 1, 2
 *     words       0 2 0 1            verse 0 is `jesus wept`, verse 1 `jesus saith`
 *     starts      0 2 4              the words of verse 1 are words[2] to words[3]
 *     verses      0 1 1 0            `jesus` is in the verses 0 and 1, `saith` in 1, `wept` in 0
 *     versesFrom  0 2 3 4            the verses of `saith` are verses[2] alone
 */
export interface WordIndex {
  /** Every word once, sorted. */
  readonly vocabulary: readonly string[];
  /** The words of each verse in their order, one verse after the other. */
  readonly words: Uint16Array;
  /** Where the words of each verse begin in `words`; last, where those of the last verse end. */
  readonly starts: Uint32Array;
  /** The verses of each word, one word after the other. */
  readonly verses: Uint16Array;
  /** Where the verses of each word begin in `verses`; last, where those of the last word end. */
  readonly versesFrom: Uint32Array;
}

/**
 * Of so many typed words or more, a verse may lack a third: many players know a verse in the words
 * of another translation.
 */
const forgivingFrom = 6;

/** The fewest letters of a word in which one may be wrong, … */
const shortestMistyped = 5;
/** … and the most words of a text. Each is compared with the whole vocabulary. */
const mostMistyped = 3;

/** How many verses are compared at most. Only words such as `and`, again and again, find more. */
const mostCompared = 10_000;

/** @param texts of the verses */
export function createWordIndex(texts: readonly string[]): WordIndex {
  const wordsOfVerses = texts.map(wordsOf);
  const vocabulary = [...new Set(wordsOfVerses.flat())].sort();
  const numbers = new Map(vocabulary.map((word, number) => [word, number]));
  const numbersOfVerses = wordsOfVerses.map((words) => words.map((word) => numbers.get(word) as number));
  const versesOfWords = vocabulary.map((): number[] => []);
  for (const [verse, ofVerse] of numbersOfVerses.entries()) {
    for (const word of new Set(ofVerse)) versesOfWords[word]?.push(verse);
  }
  return {
    vocabulary,
    words: Uint16Array.from(numbersOfVerses.flat()),
    starts: startsOf(numbersOfVerses),
    verses: Uint16Array.from(versesOfWords.flat()),
    versesFrom: startsOf(versesOfWords),
  };
}

/** Where each list begins, and the last one ends, if one comes after the other. */
function startsOf(lists: readonly (readonly unknown[])[]): Uint32Array {
  let start = 0;
  return Uint32Array.from([0, ...lists.map(({ length }) => (start += length))]);
}

/**
 * Searches for the verses that have all typed words, in any order, the last one by its beginning;
 * or, of at least six typed words, for those that have the most of them, at least two thirds. A word
 * with -s is also one with -eth (`loves`, `loveth`), and a word that no verse has is also those that
 * differ in one letter.
 *
 * @param typed any text, of which only the words count
 * @param max the most verses
 * @returns their numbers, the best first: those in which the most words follow each other as typed;
 *   of these, those that begin with the first; then those that have the last one as typed; then the
 *   shortest
 */
export function searchWords(index: WordIndex, typed: string, max: number): number[] {
  const query = queryOf(index, wordsOf(typed));
  if (query === undefined) return [];
  const best: { readonly verse: number; readonly score: number }[] = [];
  let compared = 0;
  for (const verse of versesWith(index, query)) {
    const least = best[max - 1]?.score ?? -Infinity;
    if (query.most - lengthOf(index, verse) <= least) continue; // saves most of the time of common words
    if (++compared > mostCompared) break;
    const found = scoreOf(index, verse, query);
    if (found <= least) continue;
    const place = best.findIndex((other) => other.score < found);
    best.splice(place === -1 ? best.length : place, 0, { verse, score: found });
    best.splice(max);
  }
  return best.map(({ verse }) => verse);
}

/**
 * All verses that have all typed words, in any order, by the rules of `searchWords`.
 *
 * @param typed any text, of which only the words count
 * @returns their numbers, ascending; none if nothing is typed
 */
export function versesWithAll(index: WordIndex, typed: string): number[] {
  const query = queryOf(index, wordsOf(typed));
  return query === undefined ? [] : versesWith(index, { ...query, least: query.words.length + 1 });
}

/**
 * The words of a text, in lower case and without apostrophes and hyphens (`God’s`, `Beth-lehem`).
 * An American spelling is the same word as the British one of the text: `honor`, `counselor`.
 */
function wordsOf(text: string): string[] {
  const letters = text.toLowerCase().replace(/['’‘‐‑-]|(?<=[a-z]{3}o)u(?=r|\b)|(?<=[a-z]{4}l)l/g, '');
  return letters.match(/[a-z]+/g) ?? [];
}

/** Typed words. Each different one but the last has a number of its own, from 1 on. */
interface Query {
  /** What each different word but the last stands for: words of the vocabulary. */
  readonly words: readonly (readonly number[])[];
  /** How many words a verse must have at least. */
  readonly least: number;
  /** The own number of each word of the vocabulary; 0 if it is not among them. */
  readonly own: Uint16Array;
  /**
   * What the last word stands for: words of the vocabulary from one up to, and without, another, …
   */
  readonly last: readonly [from: number, to: number];
  /** … and these. */
  readonly alsoLast: readonly number[];
  /** The last word itself; undefined if no verse has it. */
  readonly whole: number | undefined;
  /** The own number of the word before the last; undefined if there is none. */
  readonly beforeLast: number | undefined;
  /** For each pair of own numbers, the verse in which it was last seen, `unseen` or `notTyped`. */
  readonly pairs: Int32Array;
  /** The score of a verse without words that had all else. */
  readonly most: number;
}

/** In `Query.pairs`: the typed words have no such pair. */
const notTyped = -2;
/** In `Query.pairs`: they have it, and no verse has shown it yet. */
const unseen = -1;

/** Returns undefined if nothing is typed. */
function queryOf({ vocabulary }: WordIndex, typed: readonly string[]): Query | undefined {
  const lastTyped = typed.at(-1);
  if (lastTyped === undefined) return undefined;
  const others = tolerance(vocabulary);
  const beforeLast = typed.slice(0, -1);
  const different = [...new Set(beforeLast)];
  const words = different.map((word) => [...wholeWord(vocabulary, word), ...others(word)]);
  const last = [placeOf(vocabulary, lastTyped), placeOf(vocabulary, `${lastTyped}~`)] as const; // `~` is after `z`
  const own = new Uint16Array(vocabulary.length);
  for (const [place, each] of words.entries()) for (const word of each) own[word] = place + 1;
  const sequence = beforeLast.map((word) => different.indexOf(word) + 1);
  const pairs = new Int32Array((words.length + 1) ** 2).fill(notTyped);
  for (const [place, second] of sequence.slice(1).entries()) {
    pairs[(sequence[place] as number) * (words.length + 1) + second] = unseen;
  }
  const mostPairs = pairs.filter((pair) => pair === unseen).length + Math.min(1, sequence.length);
  const count = different.length + 1;
  return {
    words,
    least: count < forgivingFrom ? count : Math.ceil((count * 2) / 3),
    own,
    last,
    // What is half typed is the beginning of a word.
    alsoLast: last[0] === last[1] || lastTyped.endsWith('s') ? others(lastTyped) : [],
    whole: wholeWord(vocabulary, lastTyped)[0],
    beforeLast: sequence.at(-1),
    pairs,
    most: score(mostPairs, true, true, 0),
  };
}

/** The number of a word; none if no verse has it. */
function wholeWord(vocabulary: readonly string[], word: string): number[] {
  const place = placeOf(vocabulary, word);
  return vocabulary[place] === word ? [place] : [];
}

/**
 * Returns a function that finds the words of the vocabulary that a typed word stands for, besides
 * itself: modern English has -s where the text has -eth, and a letter may be wrong, missing or too
 * much.
 */
function tolerance(vocabulary: readonly string[]): (typed: string) => number[] {
  let mistyped = 0;
  return (typed) => {
    const older = [/s$/, /es$/].flatMap((end) =>
      end.test(typed) ? wholeWord(vocabulary, typed.replace(end, 'eth')) : [],
    );
    const isMistyped = [...older, ...wholeWord(vocabulary, typed)].length === 0 && typed.length >= shortestMistyped;
    if (!isMistyped || ++mistyped > mostMistyped) return older;
    return vocabulary.flatMap((word, number) => (isOneLetterAway(word, typed) ? [number] : []));
  };
}

/** Of two words that are not equal. */
function isOneLetterAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let [start, end] = [0, 0];
  const least = Math.min(a.length, b.length);
  while (start < least && a[start] === b[start]) start++;
  while (end < least - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end <= 1;
}

/** Where a word is in the sorted vocabulary, or would be. */
function placeOf(vocabulary: readonly string[], word: string): number {
  let [low, high] = [0, vocabulary.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((vocabulary[middle] as string) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The verses that have the most words of the query, in their order. */
function versesWith(
  { starts, verses, versesFrom }: WordIndex,
  { words, least, last: [from, to], alsoLast }: Query,
): number[] {
  const counts = new Uint16Array(starts.length - 1);
  const countedFor = new Uint16Array(counts.length);
  /** Counts a verse once for each typed word. */
  const count = (typed: number, from: number, to: number) => {
    for (const verse of verses.subarray(versesFrom[from], versesFrom[to])) {
      if (countedFor[verse] === typed) continue;
      countedFor[verse] = typed;
      counts[verse] = (counts[verse] as number) + 1;
    }
  };
  for (const [place, each] of words.entries()) for (const word of each) count(place + 1, word, word + 1);
  count(words.length + 1, from, to);
  for (const word of alsoLast) count(words.length + 1, word, word + 1);
  let most = least;
  let found: number[] = [];
  for (let verse = 0; verse < counts.length; verse++) {
    const has = counts[verse] as number;
    if (has < most) continue;
    if (has > most) found = [];
    most = has;
    found.push(verse);
  }
  return found;
}

function lengthOf({ starts }: WordIndex, verse: number): number {
  return (starts[verse + 1] as number) - (starts[verse] as number);
}

/** How well a verse fits, by the rules of `searchWords`: each outweighs all after it. */
function score(pairs: number, begins: boolean, hasWhole: boolean, length: number): number {
  return ((pairs * 2 + Number(begins)) * 2 + Number(hasWhole)) * 1024 - length;
}

function scoreOf({ words, starts }: WordIndex, verse: number, query: Query): number {
  const { own, alsoLast, whole, beforeLast, pairs } = query;
  const numbers = query.words.length + 1;
  const [from, to] = query.last;
  const isLast = (word: number) => (word >= from && word < to) || alsoLast.includes(word);
  const [start, end] = [starts[verse] as number, starts[verse + 1] as number];
  let typedPairs = 0;
  let hasLastPair = false;
  let hasWhole = false;
  let before = 0;
  for (let place = start; place < end; place++) {
    const word = words[place] as number;
    const number = own[word] as number;
    const pair = before * numbers + number;
    const seenIn = pairs[pair] as number;
    if (seenIn !== notTyped && seenIn !== verse) {
      pairs[pair] = verse;
      typedPairs++;
    }
    hasLastPair ||= before === beforeLast && isLast(word);
    hasWhole ||= word === whole;
    before = number;
  }
  const first = words[start] as number;
  const begins = beforeLast === undefined ? isLast(first) : own[first] === 1;
  return score(typedPairs + Number(hasLastPair), begins, hasWhole, end - start);
}
