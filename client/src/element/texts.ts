/** Every text of the element, in English. `{name}` stands for a value. */
export const english = {
  loading: 'Loading…',
  signIn: 'Sign in to submit a verse',
  full: 'No verse can be submitted at the moment',
  cooldown: 'Your next verse',
  cooldownEnds: 'You can submit it on {time}.',
  notSolved: 'Solve today’s puzzle first',
  open: 'Choose a verse',
  sending: 'Submitting {reference}…',
  done: 'Thank you',
  scheduled: '{reference} will be the verse for {date}.',
  failed: 'Something went wrong',
  noResponse: 'We couldn’t reach the server',
  notTwice: 'We couldn’t confirm that {reference} was saved. Trying again is safe.',
  tryAgain: 'Try again',
  submit: 'Submit {reference}',
  book: 'Book',
  oldTestament: 'Old Testament',
  newTestament: 'New Testament',
  chapter: 'Chapter',
  verse: 'Verse',
  /** How a reader writes a verse. */
  reference: '{book} {chapter}:{verse}',
  yourVerses: 'Your verses',
  noVerses: 'None yet.',
};

export type Texts = Readonly<Record<keyof typeof english, string>> & {
  /** @deprecated The element no longer shows the window of a date. */
  readonly window?: string;
};

/** Splits a text into parts, in which each `{name}` is replaced by its value. */
export function fill(text: string, values: Readonly<Record<string, Node | string>>): (Node | string)[] {
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : (values[part] ?? '')));
}
