/** What the parts of `later.ts` say, in English. */
export const laterTexts = {
  // The forecast.
  nextFree: 'Next free day: {date} or later.',
  chosenOften: 'Next free day for this verse: {date} or later. It was chosen often; another verse comes sooner.',

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
