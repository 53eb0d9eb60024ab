/** What the parts of `later.ts` say, in English. */
export const laterTexts = {
  // The three selects.
  choice: 'The verse',
  book: 'Book',
  oldTestament: 'Old Testament',
  newTestament: 'New Testament',
  chapter: 'Chapter',
  verse: 'Verse',

  // The chosen verse.
  noWords: 'We can’t load the text right now, but you can still submit the verse.',
  previous: 'Previous verse',
  next: 'Next verse',
  nextFree: 'Next free day: {date} or later.',
  chosenOften: 'Popular, so not before {date}. Another verse could come on {sooner}.',

  // The player's verses and the actions of a date.
  addToCalendar: 'Add to calendar',
  remindMe: 'Remind me',
  calendarFile: 'Calendar file',
  event: '{reference}, the verse you chose',
  reminder: 'Choose a verse',
  dateActions: 'Calendar, share',
  share: 'Share',
  shared: 'I chose the verse for {date}. Can you guess it?',
  copied: 'Copied',
  yourVerses: 'Your verses',
  pastVerses: 'Earlier',
  movedFrom: 'moved from {date}',
  withdrawn: 'withdrawn by the editors',
  versesFailed: 'Your verses couldn’t be loaded.',
  showAll: 'Show all {count}',
};
