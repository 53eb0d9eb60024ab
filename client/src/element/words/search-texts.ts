/** What the search says, in English. It is loaded with the search. */
export const searchTexts = {
  /** How a reader writes a chapter. */
  chapterReference: '{book} {chapter}',
  firstOf: '{chapter} has {count} verses; this is the first.',
  firstOfSome: 'This is the first of {count} verses.',
  whichChapter: 'Which chapter? 1 to {count}',
  whichVerse: 'Which verse? 1 to {count}',
  suggestion: '1 suggestion',
  suggestions: '{count} suggestions',
  unknownBook: 'We don’t know the book.',
  notAmong: '{name} is not among the 66 books.',
  noBook: 'Nothing found for “{name}”.',
  wordsIn: 'Words are searched in the King James Version.',
  didYouMean: 'Did you mean {reference}?',
  noChapter: 'The last chapter of {book} is {count}.',
  noVerse: 'The last verse of {chapter} is {count}.',
};
