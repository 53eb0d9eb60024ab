/** What the search says, in English. */
export const searchTexts = {
  /** How a reader writes a chapter. */
  chapterReference: '{book} {chapter}',
  firstOf: '{reference}, the first of {count}',
  noBook: 'We don’t know “{name}”.',
  didYouMean: 'Did you mean {reference}?',
  noChapter: 'The last chapter of {book} is {count}.',
  noVerse: 'The last verse of {chapter} is {count}.',
};
