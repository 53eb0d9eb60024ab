import type { versesTexts } from './player-verses-texts.ts';
import type { searchTexts } from './references/texts.ts';

/**
 * The texts of the element in English, but for those that are loaded with the search. `{name}`
 * stands for a value.
 */
export const english = {
  // Headings, one for each state.
  loading: 'Loading…',
  signIn: 'Sign in to submit a verse',
  full: 'Every date is taken',
  paused: 'No verses are taken at the moment',
  cooldown: 'You have chosen this week’s verse',
  notSolved: 'Solve today’s puzzle first',
  open: 'Choose a verse',
  sending: 'Submitting {reference}…',
  done: '{reference} is on the calendar',
  failed: 'Something went wrong',
  noResponse: 'We couldn’t reach the server',
  offline: 'You’re offline',

  // What the states say below.
  about: 'Your verse becomes the puzzle of the next free day, {date} or later. One verse a week; it can’t be changed.',
  opensAt: 'A new one opens at {time}.',
  opensOn: 'A new one opens on {time}.',
  cooldownEnds: 'You can choose another one {relative}, on {time}.',
  scheduled: 'It will be the verse for {date}.',
  scheduledIn: 'That is {relative}.',
  notTwice: 'We couldn’t confirm that {reference} was saved. Try again: it can’t be submitted twice.',
  kept: '{reference} is kept here and sent when you’re back online.',
  notSent: '{reference} was not sent.',
  requestId: 'Request {id}',
  tryAgain: 'Try again',
  anotherVerse: 'Choose another verse',

  // The choice.
  find: 'Find a verse',
  findExample: 'John 3:16, ps 23',
  surprise: 'Surprise me',
  byBook: 'Choose by book',
  noWords: 'Its words can’t be shown.',
  backTo: 'Back to {reference}',
  choice: 'The verse',
  book: 'Book',
  oldTestament: 'Old Testament',
  newTestament: 'New Testament',
  chapter: 'Chapter',
  verse: 'Verse',
  previous: 'Previous verse',
  next: 'Next verse',
  submit: 'Submit {reference}',
  submitNone: 'Submit',
  /** How a reader writes a verse. */
  reference: '{book} {chapter}:{verse}',
};

export type Texts = Readonly<
  Record<keyof typeof english | keyof typeof searchTexts | keyof typeof versesTexts, string>
> & {
  /** @deprecated The element no longer shows the window of a date. */
  readonly window?: string;
};

/** Splits a text into parts, in which each `{name}` is replaced by its value. */
export function fill<Value = string>(
  text: string,
  values: Readonly<Record<string, Value | string>>,
): (Value | string)[] {
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : (values[part] ?? '')));
}
