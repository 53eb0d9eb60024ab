import { wordPairs } from './word-pairs.ts';

/**
 * What a search for words needs to know of all verses. A number stands for a word, a sense or a
 * verse. The forms of a word have one sense, and so have pairs. Without pairs, the index of the two
 * verses `Jesus answered` and `He answereth`:
 *
 *     vocabulary  answered answereth he jesus   a word's number is its place: 0, 1, 2, 3
 *     senses      0 0 1 2                       `answered` and `answereth` have the sense 0
 *     words       3 0 2 1                       verse 0 is `jesus answered`, verse 1 `he answereth`
 *     starts      0 2 4                         the words of verse 1 are words[2] to words[3]
 *     verses      0 1 1 0                       the sense 0 is in the verses 0 and 1, `he` in 1, `jesus` in 0
 *     versesFrom  0 2 3 4                       the verses of the sense 0 are verses[0] to verses[1]
 */
export interface WordIndex {
  /** Every word of the verses and of the pairs once, sorted. */
  readonly vocabulary: readonly string[];
  readonly senses: Uint16Array;
  /** The sense of each stem. */
  readonly senseOf: ReadonlyMap<string, number>;
  readonly words: Uint16Array;
  /** Where the words of each verse begin in `words`; last, where those of the last verse end. */
  readonly starts: Uint32Array;
  readonly verses: Uint16Array;
  /** Where the verses of each sense begin in `verses`; last, where those of the last sense end. */
  readonly versesFrom: Uint32Array;
  readonly wellKnown: readonly number[];
}

/** The fewest letters of a word in which one may be wrong, … */
const shortestMistyped = 5;
/** … and the most words of a text. Each is compared with the whole vocabulary. */
const mostMistyped = 3;
/** How many verses with all words are compared by their order (only those such as `and` are in more), … */
const mostWithAll = 10_000;
/** … and how many others: those with the highest scores. */
const mostOthers = 200;
/** How many words of a text are compared by their order: a number has so many bits. */
const mostOrdered = 32;
/** How much a word counts again where it follows the one before it as typed. */
const ifFollowing = 0.5;
/** How much the words of a well-known verse count. */
const ifWellKnown = 1.25;
/** More than the words of any verse count. */
const step = 1_000;

/**
 * @param texts of the verses
 * @param wellKnown the numbers of those that many readers know
 */
export function createWordIndex(texts: readonly string[], wellKnown: readonly number[]): WordIndex {
  const wordsOfVerses = texts.map(wordsOf);
  const vocabulary = [...new Set([...wordsOfVerses.flat(), ...wordPairs.flat()])].sort();
  const senseOf = new Map(wordPairs.flatMap((pair, sense) => pair.map((word) => [stemOf(word), sense])));
  for (const stem of new Set(vocabulary.map(stemOf)).difference(senseOf)) senseOf.set(stem, senseOf.size);
  const senses = vocabulary.map((word) => senseOf.get(stemOf(word)) as number);
  const numbers = new Map(vocabulary.map((word, number) => [word, number]));
  const numbersOfVerses = wordsOfVerses.map((words) => words.map((word) => numbers.get(word) as number));
  const versesOfSenses = Array.from(senseOf, (): number[] => []);
  for (const [verse, words] of numbersOfVerses.entries()) {
    for (const sense of new Set(words.map((word) => senses[word] as number))) versesOfSenses[sense]?.push(verse);
  }
  return {
    vocabulary,
    senses: Uint16Array.from(senses),
    senseOf,
    words: Uint16Array.from(numbersOfVerses.flat()),
    starts: startsOf(numbersOfVerses),
    verses: Uint16Array.from(versesOfSenses.flat()),
    versesFrom: startsOf(versesOfSenses),
    wellKnown,
  };
}

/** Where each list begins, and the last one ends, if one comes after the other. */
function startsOf(lists: readonly (readonly unknown[])[]): Uint32Array {
  let start = 0;
  return Uint32Array.from([0, ...lists.map(({ length }) => (start += length))]);
}

/** The words of a text, in lower case and without apostrophes and hyphens (`God’s`, `Beth-lehem`). */
function wordsOf(text: string): string[] {
  const letters = text.toLowerCase().replace(/['’‘‐‑-]/g, '');
  return letters.match(/[a-z]+/g) ?? [];
}

/** What the forms of a word have in common: `lov` of `love`, `loves`, `loveth`, `loved` and `loving`. */
function stemOf(word: string): string {
  return word
    .replace(/(?<=[aeiouy].*)(?<=...)(?<!^for)((?<![isu])s|eth|est|ed|ing)$/, '')
    .replace(/(?<=...)e$|(?<=([^aeiousl]))\1$/, '')
    .replace(/y$/, 'i');
}

/**
 * Searches for verses that have typed words, the last one by its beginning.
 *
 * @param text any, of which only the words count
 * @param max the most verses
 * @returns their numbers, the best first: those that have all words; of these, those that have them
 *   one after the other; of these, those that begin with them; of these, those that have them in the
 *   typed form. Of equal ones, each counts how rare its words are, divided by the root of its length,
 *   and half as much again for those that follow the one before, or begin the verse, as typed.
 */
export function searchWords(index: WordIndex, text: string, max: number): number[] {
  const { starts, wellKnown } = index;
  const typed = readTyped(index, text);
  if (typed.length === 0) return [];
  const counted = countWords(index, typed);
  const { scores, counts, all, rarities } = counted;
  for (const verse of wellKnown) scores[verse] = (scores[verse] as number) * ifWellKnown;
  for (let verse = 0; verse < scores.length; verse++) {
    const length = (starts[verse + 1] as number) - (starts[verse] as number);
    scores[verse] = (scores[verse] as number) / Math.sqrt(length) + (counts[verse] === all ? step : 0);
  }
  const orderOf = createOrderOf(index, typed, rarities);
  const others = highest(scores, mostOthers).filter((verse) => counts[verse] !== all);
  for (const verse of withAll(counted).slice(0, mostWithAll).concat(others)) {
    scores[verse] = (scores[verse] as number) + orderOf(verse);
  }
  return highest(scores, max);
}

/**
 * Returns a function for what the order of its words adds to the score of a verse. A bit stands for
 * the place of a typed word: of `good bread`, 1 for `good`, 2 for `bread`.
 */
function createOrderOf(
  { vocabulary, senses, senseOf, words, starts }: WordIndex,
  typed: readonly TypedWord[],
  rarities: readonly number[],
): (verse: number) => number {
  const ordered = typed.slice(0, mostOrdered);
  const placesOfSenses = new Int32Array(senseOf.size);
  const forms = new Int32Array(vocabulary.length);
  for (const [place, { word, senses }] of ordered.entries()) {
    for (const sense of senses) placesOfSenses[sense] = (placesOfSenses[sense] as number) | (1 << place);
    const number = placeOf(vocabulary, word);
    forms[number] = (forms[number] as number) | (1 << place);
  }
  const places = new Int32Array(vocabulary.length);
  for (let word = 0; word < places.length; word++) places[word] = placesOfSenses[senses[word] as number] as number;
  const last = 1 << (ordered.length - 1);
  return (verse) => {
    const start = starts[verse] as number;
    const end = starts[verse + 1] as number;
    let next = 1; // the places that follow the word before, or that of the first typed word
    let run = 0; // the places up to which the typed words are here in their order, …
    let runInForm = 0; // … and in their form
    let following = 0;
    let rank = 0;
    for (let at = start; at < end; at++) {
      const word = words[at] as number;
      const here = places[word] as number;
      following |= here & next;
      next = here << 1;
      run = here & ((run << 1) | 1);
      runInForm = run & (forms[word] as number) & ((runInForm << 1) | 1);
      if ((run & last) === 0) continue;
      rank = Math.max(rank, (at - start < ordered.length ? 4 : 2) + ((runInForm & last) === 0 ? 0 : 1));
    }
    let score = (rank * step) / 2;
    for (let rest = following; rest !== 0; rest &= rest - 1) {
      score += (rarities[31 - Math.clz32(rest & -rest)] as number) * ifFollowing; // of the lowest bit
    }
    return score;
  };
}

/**
 * All verses that have all words, by the rules of `searchWords`.
 *
 * @returns their numbers, ascending; none if nothing is typed
 */
export function versesWithAll(index: WordIndex, text: string): number[] {
  return withAll(countWords(index, readTyped(index, text)));
}

interface TypedWord {
  readonly word: string;
  /** What it stands for: its own sense, what it may be the beginning of, or else what it may be a slip of. */
  readonly senses: readonly number[];
}

function readTyped({ vocabulary, senses, senseOf }: WordIndex, text: string): TypedWord[] {
  let mistyped = 0;
  return wordsOf(text).map((word, place, { length }) => {
    const found = new Set([senseOf.get(stemOf(word)) ?? []].flat());
    if (place === length - 1) {
      const after = placeOf(vocabulary, `${word}~`); // `~` is after `z`
      for (const sense of senses.subarray(placeOf(vocabulary, word), after)) found.add(sense);
    }
    if (found.size === 0 && word.length >= shortestMistyped && ++mistyped <= mostMistyped) {
      // One letter may be another, two or none.
      const patterns = Array.from(word, (_, at) => `${word.slice(0, at)}.{0,2}${word.slice(at + 1)}`);
      const near = new RegExp(`^(${patterns.join('|')})$`);
      for (const each of vocabulary.filter((each) => near.test(each))) found.add(senseOf.get(stemOf(each)) as number);
    }
    return { word, senses: [...found] };
  });
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

/** What verses have of typed words, in any order. */
interface Counted {
  /** The sum of how rare the words are that each verse has. */
  readonly scores: Float32Array;
  /** How many different words each verse has. */
  readonly counts: Uint8Array;
  /** How many different words are typed. */
  readonly all: number;
  /** How rare each typed word is. */
  readonly rarities: readonly number[];
}

function countWords(index: WordIndex, typed: readonly TypedWord[]): Counted {
  const scores = new Float32Array(index.starts.length - 1);
  const counts = new Uint8Array(scores.length);
  const rarities: number[] = [];
  const all = new Set(typed.map(({ senses }) => senses[0])).size;
  for (const [place, { senses }] of typed.entries()) {
    const first = typed.findIndex((other) => other.senses[0] === senses[0]);
    if (first === place) {
      const verses = versesOf(index, senses);
      const rarity = Math.log(scores.length / verses.length);
      for (const verse of verses) {
        scores[verse] = (scores[verse] as number) + rarity;
        counts[verse] = (counts[verse] as number) + 1;
      }
      rarities.push(rarity);
    } else rarities.push(rarities[first] as number);
  }
  return { scores, counts, all, rarities };
}

/** The verses that have all typed words, if any is typed. */
function withAll({ counts, all }: Counted): number[] {
  const verses: number[] = [];
  for (let verse = 0; verse < counts.length; verse++) if (all > 0 && counts[verse] === all) verses.push(verse);
  return verses;
}

/** The verses that have one of some senses, each once. */
function versesOf({ starts, verses, versesFrom }: WordIndex, senses: readonly number[]): Uint16Array {
  const lists = senses.map((sense) => verses.subarray(versesFrom[sense], versesFrom[sense + 1]));
  if (lists.length === 1) return lists[0] as Uint16Array;
  const isFound = new Uint8Array(starts.length - 1);
  const found = new Uint16Array(isFound.length);
  let count = 0;
  for (const list of lists) {
    for (const verse of list) {
      if (isFound[verse] === 0) found[count++] = verse;
      isFound[verse] = 1;
    }
  }
  return found.subarray(0, count);
}

/** The places of the highest numbers above 0, that of the highest first. */
function highest(numbers: Float32Array, max: number): number[] {
  const best: number[] = [];
  let least = 0;
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place] as number;
    if (number <= least) continue;
    let rank = best.length;
    while (rank > 0 && (numbers[best[rank - 1] as number] as number) < number) rank--;
    best.splice(rank, 0, place);
    if (best.length > max) best.pop();
    if (best.length === max) least = numbers[best[max - 1] as number] as number;
  }
  return best;
}
