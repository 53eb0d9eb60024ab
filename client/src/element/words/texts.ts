import type { laterTexts } from './later-texts.ts';
import type { searchTexts } from './search-texts.ts';

/**
 * The texts of the element in English, but for those that are loaded later. `{name}` stands for a
 * value.
 */
export const english = {
  // Headings, one for each state.
  loading: 'Loading…',
  signIn: 'Sign in to submit a verse',
  full: 'All days are taken',
  paused: 'Submissions are paused',
  cooldown: 'You have chosen your verse',
  notSolved: 'Solve today’s puzzle first',
  open: 'Choose a verse',
  sending: 'Submitting {reference}…',
  done: '{date} is your day',
  failed: 'Something went wrong',
  noResponse: 'We couldn’t reach the server',
  offline: 'You’re offline',

  // What the states say below.
  what: 'Players of the puzzle choose the verses of coming days.',
  ended: 'Your sign-in has ended.',
  about:
    'You can submit one verse every {days} days. It becomes the puzzle on a free day from {date} on (later if many players chose it). You can’t change it.',
  today: 'Today is your day: {reference}',
  opensAt: 'The next one opens at {time}.',
  opensOn: 'The next one opens on {time}.',
  comeBack: 'Please come back later. You won’t lose your turn.',
  cooldownEnds: 'You can choose another one {relative}, on {time}.',
  scheduled: '{reference} will be the puzzle, {relative}.',
  withdrawnBefore: '{reference} was withdrawn by the editors.',
  notTwice: 'We don’t know yet whether {reference} was saved. Try again; it won’t be submitted twice.',
  kept: 'We’ve kept {reference} and will send it when you’re back online.',
  keptHere: '{reference} is kept here.',
  goesOn: 'This page continues by itself when you’re back online.',
  tryLater: 'Please try again in a moment.',
  notSent: '{reference} was not sent.',
  details: 'Details',
  requestId: 'Request {id}',
  tryAgain: 'Try again',
  anotherVerse: 'Choose another verse',

  // The choice.
  find: 'Find a verse',
  findExample: 'John 3:16, ps 23',
  surprise: 'Surprise me',
  byBook: 'Choose by book',
  searchFailed: 'The search needs the network. Choose by book instead.',
  backTo: 'Back to {reference}',
  submit: 'Submit {reference}',
  submitNone: 'Submit',
  /** How a reader writes a verse. */
  reference: '{book} {chapter}:{verse}',
};

export type Texts = Readonly<
  Record<keyof typeof english | keyof typeof searchTexts | keyof typeof laterTexts, string>
> & {
  /** @deprecated Part of `scheduled`. */
  readonly scheduledIn?: string;
  /** @deprecated The element shows no list that is empty. */
  readonly noVerses?: string;
};
