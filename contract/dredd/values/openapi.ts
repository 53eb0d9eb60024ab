import { setTimeout } from 'node:timers/promises';
import type { components } from '../../../src/generated/openapi.ts';
import {
  listSubmissionsOperation,
  invalidVerseMessages as messages,
  submitVerseOperation,
} from '../../../src/generated/operations.ts';
import type { Given, State } from '../given.ts';
import { addToBody, expectAnyBody, setQuery } from '../states/request.ts';
import {
  type Check,
  type Seen,
  type StoredSubmission,
  unequal,
  unequalItems,
  unequalMembers,
  type ValueCase,
  wrong,
} from './seen.ts';
import { invalidChapters, invalidVerses, passage, referenceOf, verses, versesIn } from './verses.ts';

type Schemas = components['schemas'];

const { cooldown } = submitVerseOperation;
const cooldownMs = Temporal.Duration.from(cooldown).total('milliseconds');
/** How much older or younger than the cooldown a submission is, which then decides a case. */
const almost = Temporal.Duration.from(cooldown).subtract({ seconds: 10 }).toString();
const over = Temporal.Duration.from(cooldown).add({ seconds: 1 }).toString();

/** What the run and the service may be apart, in seconds: `Date` has whole ones. */
const toleranceSeconds = 2;

/** A date whose puzzle nobody has solved. */
const unsolved = '2000-01-01';

/** What is checked of every response of these names. */
export const checks: Readonly<Record<string, Check>> = {
  'POST /api/submit-verse 201': async (seen) => {
    const scheduled = seen.body as Schemas['ScheduledVerse'];
    const sent = seen.sent as Schemas['VerseSubmission'];
    const { bookId, chapter, verse } = sent;
    const expected = { bookId, chapter, verse, scheduledDate: scheduled.scheduledDate };
    const { submissions } = await seen.read<Schemas['SubmissionList']>(listSubmissionsOperation.path);
    const row = (await seen.stored())?.[0];
    return [
      ...scheduledFaults(scheduled, sent, seen.today),
      ...unequalMembers('the stored row', row, { ...expected, windowText: scheduled.windowText }, 'the 201'),
      ...unequalMembers("the list's first item", submissions[0], expected, 'the 201'),
    ];
  },

  'POST /api/submit-verse 429': async (seen) => {
    const { cooldownEndsAt } = seen.body as Schemas['CooldownActive'];
    const [row] = (await seen.stored()) as [StoredSubmission]; // the state inserts it
    return [
      ...retryAfterFaults(Number(seen.headers.get('Retry-After')), endOf(row), seen.now),
      ...cooldownFaults(cooldownEndsAt, row),
    ];
  },

  'GET /api/eligibility 200': async (seen) => {
    const found = seen.body as Schemas['Eligibility'];
    const faults = eligibilityFaults(found, seen.today);
    const rows = await seen.query<{ solved: boolean }>(
      'select exists (select from daily_completion where anonymous_id = $1 and date = $2) as solved',
      [seen.player, localDateOf(seen.path)],
    );
    if (rows === undefined) return faults;
    const latest = (await seen.stored())?.find((row) => !row.cooldownEnded && endOf(row) > seen.now);
    return [
      ...faults,
      ...unequal('solvedToday', found.solvedToday, rows[0]?.solved, 'what is stored'),
      ...cooldownFaults(found.cooldownEndsAt, latest),
    ];
  },

  'GET /api/submissions 200': async (seen) => listFaults(seen.body as Schemas['SubmissionList'], await seen.stored()),

  'GET /api/chapters/{bookId}/{chapter} 200': (seen) => {
    const [bookId = '', chapter] = seen.path.replace(/\?.*/, '').split('/').slice(-2);
    const { verses } = seen.body as Schemas['Chapter'];
    const more = verses.length - versesIn(bookId, Number(chapter));
    return wrong(
      more !== 0,
      `the chapter has ${Math.abs(more)} verses ${more > 0 ? 'more' : 'fewer'} than the division`,
    );
  },

  'GET /api/verses 200': (seen) => (seen.body as Schemas['FoundVerses']).verses.flatMap(referenceFaults),
};

export const cases: readonly ValueCase[] = [
  {
    response: 'POST /api/submit-verse 429',
    when: 'ten seconds before the cooldown ends',
    given: solvedAnd((given) => given.submission({ age: almost })),
  },
  {
    response: 'POST /api/submit-verse 201',
    when: 'a second after the cooldown',
    given: solvedAnd((given) => given.submission({ age: over })),
  },
  {
    response: 'POST /api/submit-verse 201',
    when: 'of two players',
    given: solvedAnd((given) => {
      given.afterwards('delete from scheduled_submission where user_id = $1', [other(given.target.player?.id)]);
    }),
    check: async (seen) => {
      await seen.query('update scheduled_submission set user_id = $2 where user_id = $1', [
        seen.player,
        other(seen.player),
      ]);
      const { status, body } = await seen.submit((seen.sent as Schemas['VerseSubmission']).localDate);
      const [first, second] = [seen.body, body].map((each) => (each as Schemas['ScheduledVerse']).scheduledDate);
      return [
        ...unequal('the status of the second player', status, 201, 'a date is free'),
        ...wrong(first === second, `scheduledDate is ${first} for two players`),
      ];
    },
  },
  ...verses.map((verse) => ({
    response: 'POST /api/submit-verse 201',
    when: `of ${referenceOf(verse.bookId, verse.chapter, verse.verse)}`,
    given: solvedAnd((given) => addToBody(given, verse)),
  })),
  ...invalidVerses.map(([when, members, message]) => ({
    response: 'POST /api/submit-verse 400 InvalidVerse',
    when: `of ${when}`,
    given: solvedAnd((given) => addToBody(given, members)),
    check: ofMessage(message),
  })),
  ...verses.map(({ bookId, chapter }) => ({
    response: 'GET /api/chapters/{bookId}/{chapter} 200',
    when: `of ${passage(bookId, chapter)}`,
    given: (given: Given) => setChapter(given, bookId, chapter),
  })),
  ...invalidChapters.map(([when, { bookId, chapter }, message]) => ({
    response: 'GET /api/chapters/{bookId}/{chapter} 404',
    when: `of ${when}`,
    given: (given: Given) => setChapter(given, bookId, chapter),
    check: ofMessage(message),
  })),
  {
    response: 'GET /api/eligibility 200',
    when: 'of a player who has not solved the puzzle',
    given: (given) => {
      setQuery(given, 'localDate', unsolved);
      expectAnyBody(given);
    },
    check: ({ body }) =>
      unequal('solvedToday', (body as Schemas['Eligibility']).solvedToday, false, `nobody has solved ${unsolved}`),
  },
  {
    response: 'GET /api/eligibility 200',
    when: 'of a player on cooldown',
    given: solvedAnd((given) => given.submission({ age: almost })),
  },
  ...[
    { when: 'of a player who may submit the verse, and then does', given: () => {} },
    { when: 'of a player who may submit, and then does', given: nameNoVerse },
  ].map(({ when, given: prepare }) => ({
    response: 'GET /api/eligibility 200',
    when,
    given: solvedAnd(async (given) => {
      expectAnyBody(given);
      prepare(given);
      await given.submission({ age: over });
      await setTimeout(1_100); // the earliest free date may be a second old
    }),
    check: nextFreeDateCheck,
  })),
  {
    response: 'GET /api/eligibility 400 InvalidVerse',
    when: 'of half a verse',
    given: ({ transaction }) => {
      transaction.fullPath = transaction.fullPath.replace(/&chapter=.*/, '');
    },
    check: ofMessage(messages.chapter({ book: 'John', chapters: 21 })),
  },
  {
    response: 'GET /api/submissions 200',
    when: 'with a withdrawn verse',
    given: async (given) => {
      await given.submission({ age: over });
      await given.query(
        `update scheduled_submission
         set scheduled_date = null, withdrawn_at = now(), withdrawn_from = scheduled_date where user_id = $1`,
        [given.target.player?.id],
      );
      await given.submission();
    },
  },
];

/** Wrong values of a 201. @param today UTC */
export function scheduledFaults(
  { scheduledDate, reference, windowText }: Schemas['ScheduledVerse'],
  { bookId, chapter, verse }: Schemas['VerseSubmission'],
  today: string,
): string[] {
  const window = windowIn(windowText);
  const isIn = window !== undefined && scheduledDate >= window.first && scheduledDate <= window.last;
  return [
    ...wrong(scheduledDate <= today, `scheduledDate is ${scheduledDate}, expected a date after today, ${today}`),
    ...wrong(window === undefined, `windowText is "${windowText}", expected a range as the contract describes it`),
    ...wrong(window !== undefined && !isIn, `scheduledDate is ${scheduledDate}, which is not in "${windowText}"`),
    // Without the expected one, which the name of the case has, equal faults are one line.
    ...wrong(reference !== referenceOf(bookId, chapter, verse), `reference is "${reference}", not that of the verse`),
  ];
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The first and the last day of a window; undefined if the text is not as the contract says. */
export function windowIn(text: string): { readonly first: string; readonly last: string } | undefined {
  const [start = '', end = start] = text.split('\u2009–\u2009');
  const last = Date.parse(`${/^\d/.test(end) ? `${start.split(' ')[0]} ` : ''}${end} UTC`);
  const first = Date.parse(`${start.includes(',') ? start : `${start}, ${end.slice(-4)}`} UTC`);
  if (!(first <= last) || longDate.formatRange(first, last) !== text) return undefined;
  return { first: new Date(first).toISOString().slice(0, 10), last: new Date(last).toISOString().slice(0, 10) };
}

/**
 * @param end the instant of the cooldown's end, in milliseconds since the epoch
 * @param now when the service responded, as `end`
 */
export function retryAfterFaults(retryAfter: number, end: number, now: number): string[] {
  const left = Math.ceil((end - now) / 1000);
  return wrong(
    Math.abs(left - retryAfter) > toleranceSeconds,
    `Retry-After is ${retryAfter}, expected some ${left}: the seconds until the cooldown ends`,
  );
}

/** @param row of the submission that causes a cooldown, if one does */
export function cooldownFaults(
  cooldownEndsAt: string | undefined,
  row: Pick<StoredSubmission, 'submittedAt'> | undefined,
): string[] {
  if (row === undefined) return unequal('cooldownEndsAt', cooldownEndsAt, undefined, 'no cooldown is active');
  if (cooldownEndsAt === undefined) return ['cooldownEndsAt is absent: a cooldown is active'];
  const lasts = Temporal.Instant.from(row.submittedAt).until(cooldownEndsAt, { largestUnit: 'hours' });
  return unequal('the time from created_at to cooldownEndsAt', lasts.toString(), cooldown, 'x-cooldown');
}

function endOf({ submittedAt }: Pick<StoredSubmission, 'submittedAt'>): number {
  return Date.parse(submittedAt) + cooldownMs;
}

/** What contradicts itself in the facts about a player. @param today UTC */
export function eligibilityFaults(found: Schemas['Eligibility'], today: string): string[] {
  const { maySubmit, solvedToday, accepting, cooldownEndsAt, nextFreeDate } = found;
  const facts = `solvedToday is ${solvedToday}, accepting ${accepting}, cooldownEndsAt ${cooldownEndsAt ?? 'absent'}`;
  return [
    ...unequal('maySubmit', maySubmit, solvedToday && accepting && cooldownEndsAt === undefined, facts),
    ...wrong(accepting !== (nextFreeDate !== undefined), `nextFreeDate is ${nextFreeDate ?? 'absent'}: ${facts}`),
    ...wrong((nextFreeDate ?? '9') <= today, `nextFreeDate is ${nextFreeDate}, expected a date after today, ${today}`),
  ];
}

/** @param rows what is stored, newest first, if the run has the database */
export function listFaults(
  { submissions, withdrawn = [] }: Schemas['SubmissionList'],
  rows: readonly StoredSubmission[] | undefined,
): string[] {
  if (rows === undefined) return [...submissions, ...withdrawn].flatMap(referenceFaults);
  const listed = rows.map(({ id, windowText, cooldownEnded, ...members }) => members);
  const isDated = (row: { readonly scheduledDate?: string }) => row.scheduledDate !== undefined;
  return [
    ...unequalItems('submissions', submissions, listed.filter(isDated)),
    ...unequalItems(
      'withdrawn',
      withdrawn,
      listed.filter((row) => !isDated(row)),
    ),
  ];
}

function referenceFaults({
  reference,
  bookId,
  chapter,
  verse,
}: Schemas['Submission'] | Schemas['WithdrawnSubmission'] | Schemas['FoundVerse']) {
  return unequal('reference', reference, referenceOf(bookId, chapter, verse), 'that of the verse');
}

/**
 * `nextFreeDate` is what the next 201 has; of no verse, it is the earliest date that is free, and
 * the 201's may be later where the calendar keeps equal verses apart.
 */
async function nextFreeDateCheck(seen: Seen): Promise<string[]> {
  const { nextFreeDate = '' } = seen.body as Schemas['Eligibility'];
  const { status, body } = await seen.submit(localDateOf(seen.path));
  if (status !== 201) return unequal('the status of a submission', status, 201, 'the player has no obstacle');
  const { scheduledDate, windowText } = body as Schemas['ScheduledVerse'];
  const isForecast = seen.path.includes('verse=');
  const [stored] =
    (await seen.query<{ earliest: string; repeated: boolean }>(
      `select
         (select to_char(day, 'YYYY-MM-DD')
          from generate_series(least($2::date, $3::date), $3::date + 366, interval '1 day') as day
          where not exists (select from scheduled_submission where scheduled_date = day and user_id <> $1)
            and not exists (select from blocked_date where date = day)
          limit 1) as earliest,
         exists (select from scheduled_submission where (book_id, chapter, verse) = ('JHN', 3, 16) and user_id <> $1) as repeated`,
      [seen.player, windowIn(windowText)?.first, nextFreeDate],
    )) ?? [];
  const isLater = scheduledDate > nextFreeDate && stored?.repeated === true;
  return [
    ...(isForecast ? [] : unequal('nextFreeDate', nextFreeDate, stored?.earliest, 'the earliest date that is free')),
    ...wrong(
      (isForecast || !isLater) && scheduledDate !== nextFreeDate,
      `nextFreeDate is ${nextFreeDate}, but the next 201 has ${scheduledDate}`,
    ),
  ];
}

/** The player has solved the puzzle, on the date of the query or of the body. */
function solvedAnd(state: State): State {
  return async (given) => {
    await given.solved(localDateOf(given.transaction.fullPath));
    await state(given);
  };
}

function ofMessage(message: string): Check {
  return ({ body }) => unequal('error', (body as Schemas['InvalidVerse']).error, message, 'x-messages');
}

function nameNoVerse({ transaction }: Given): void {
  transaction.fullPath = transaction.fullPath.replace(/&bookId=.*/, '');
}

/** Replaces the chapter of the path. */
function setChapter({ transaction }: Given, bookId: unknown, chapter: unknown): void {
  transaction.fullPath = transaction.fullPath.replace('PSA/117', `${bookId}/${chapter}`);
}

function localDateOf(path: string): string | undefined {
  return new URLSearchParams(path.replace(/.*\?/, '')).get('localDate') ?? undefined;
}

/** A second player of the run, who has no token. */
function other(player = ''): string {
  return `${player} 2`;
}
