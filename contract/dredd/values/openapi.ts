import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { division } from '../../../src/generated/division.ts';
import type { components } from '../../../src/generated/openapi.ts';
import {
  listSubmissionsOperation,
  invalidVerseMessages as messages,
  submitVerseOperation,
} from '../../../src/generated/operations.ts';
import { maxVersesLeft, roomNeeded, Unavailable } from '../given.ts';
import {
  type Check,
  head,
  passage,
  referenceOf,
  revalidation,
  type Seen,
  type StoredSubmission,
  unequal,
  unequalItems,
  unequalMembers,
  versesIn,
  wrong,
} from './seen.ts';

type Schemas = components['schemas'];

const { cooldown } = submitVerseOperation;
const cooldownMs = Temporal.Duration.from(cooldown).total('milliseconds');

/** What the run and the service may be apart, in seconds: `Date` has whole ones. */
const toleranceSeconds = 2;

/** What is checked of every response of these names. */
export const checks: Readonly<Record<string, Check>> = {
  'POST /api/submit-verse 201': async (seen) => {
    const scheduled = seen.body as Schemas['ScheduledVerse'];
    const sent = seen.sent as Schemas['VerseSubmission'];
    const { bookId, chapter, verse } = sent;
    const expected = { bookId, chapter, verse, scheduledDate: scheduled.scheduledDate };
    const { submissions } = await seen.read<Schemas['SubmissionList']>(listSubmissionsOperation.path);
    const stored = await seen.stored();
    return [
      ...scheduledFaults(scheduled, sent, seen.today),
      ...(stored === undefined
        ? []
        : unequalMembers('the stored row', stored[0], { ...expected, windowText: scheduled.windowText }, 'the 201')),
      ...unequalMembers("the list's first item", submissions[0], expected, 'the 201'),
      ...wrong(
        Math.abs(Date.parse(submissions[0]?.submittedAt ?? '') - seen.now) > 5_000,
        `submittedAt of the list's first item is ${submissions[0]?.submittedAt}, but the 201 came at ${new Date(seen.now).toISOString()}`,
      ),
    ];
  },

  'POST /api/submit-verse 429': async (seen) => {
    const { cooldownEndsAt } = seen.body as Schemas['CooldownActive'];
    const row = (await seen.stored())?.[0] ?? (await listed(seen));
    if (row === undefined) return ['the list has no submission, though a cooldown is active'];
    return [
      ...retryAfterFaults(Number(seen.headers.get('Retry-After')), endOf(row), seen.now),
      ...cooldownFaults(cooldownEndsAt, row),
    ];
  },

  'GET /api/eligibility 200': async (seen) => {
    const found = seen.body as Schemas['Eligibility'];
    const faults = eligibilityFaults(found, seen.today, seen.path.includes('verse='));
    if (seen.target.database === undefined) {
      const latest = await listed(seen);
      const isActive = latest !== undefined && endOf(latest) > seen.now;
      return [...faults, ...cooldownFaults(found.cooldownEndsAt, isActive ? latest : undefined)];
    }
    const rows = await seen.query<{ solved: boolean }>(
      'select exists (select from daily_completion where anonymous_id = $1 and date::text = $2) as solved',
      [seen.player, localDateOf(seen.path)],
    );
    const latest = (await seen.stored())?.find((row) => !row.cooldownEnded && endOf(row) > seen.now);
    return [
      ...faults,
      ...unequal('solvedToday', found.solvedToday, rows?.[0]?.solved, 'what is stored'),
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

  'GET /api/verses 200': async (seen) => {
    const { verses } = seen.body as Schemas['FoundVerses'];
    const [first] = verses;
    const faults = verses.flatMap(referenceFaults);
    if (first === undefined) return faults;
    const path = `/api/chapters/${first.bookId}/${first.chapter}`;
    const { verses: texts } = await seen.read<Schemas['Chapter']>(path);
    return [...faults, ...unequal(`words of ${first.reference}`, first.words, texts[first.verse - 1], 'its chapter')];
  },
};

/** What the cases of `rows/openapi.yaml` compute. */
export const computed: Readonly<Record<string, Check>> = {
  nextFreeDate: nextFreeDateCheck,

  requestsThatAreNone: async ({ target, path }) => {
    const { host, pathname, search } = new URL(target.url + path);
    const head = (first: string, ...lines: string[]) => [first, ...lines, 'Connection: close', '', ''].join('\r\n');
    const get = `GET ${pathname}${search} HTTP/1.1`;
    const requests = {
      'without Host': head(get),
      'with two Hosts': head(get, `Host: ${host}`, 'Host: other'),
      'with an invalid Host': head(get, 'Host: no host'),
      'with a target that is no path': head('GET verses HTTP/1.1', `Host: ${host}`),
      'with two lengths': head(get, `Host: ${host}`, 'Content-Length: 1', 'Content-Length: 2'),
      'that is no HTTP': 'HELLO\r\n\r\n',
      'with 17 KiB of headers': head(get, `Host: ${host}`, `Other: ${'x'.repeat(17 * 1024)}`),
    };
    const faults = Object.entries(requests).map(async ([name, bytes]) => {
      const line = (await exchange(new URL(target.url), bytes)).split('\r\n', 1)[0] ?? '';
      // A proxy may say 400 for 431.
      return wrong(!/^HTTP\/1\.1 4(00|31)/.test(line), `a request ${name} gets "${line}" instead of 400`);
    });
    return (await Promise.all(faults)).flat();
  },

  /** A body without a Content-Length, in chunks, is as long as it is. */
  inChunks: async (seen) => {
    const statusOf = async (body: string) => {
      const request = { ...seen.again().request, body };
      request.headers['Transfer-Encoding'] = 'chunked';
      return (await seen.send({ fullPath: seen.path, request })).status;
    };
    const body = JSON.stringify(seen.sent);
    const { maxBodyBytes } = submitVerseOperation;
    return [
      ...unequal('the status of a body in chunks', await statusOf(body.padEnd(maxBodyBytes)), 403, 'its size'),
      ...unequal('the status of a longer one', await statusOf(body.padEnd(maxBodyBytes + 1)), 413, 'x-max-bytes'),
    ];
  },

  head,

  playersAtOnce: async (seen) => {
    // Without a database, each leaves a verse in the calendar.
    const length = seen.target.database === undefined ? 5 : 10;
    if (seen.target.left.verses + length > maxVersesLeft) throw new Unavailable(roomNeeded);
    const people = Array.from({ length }, (_, index) => index + 3);
    for (const person of people) await seen.solve('2026-11-21', person);
    const responses = await Promise.all(people.map((person) => seen.submit('2026-11-21', person)));
    const dates = responses.map(({ body }) => (body as Partial<Schemas['ScheduledVerse']>)?.scheduledDate);
    return [
      ...unequal('the statuses of the players', tally(responses), { 201: length }, 'each gets a date'),
      ...unequal('the number of their dates', new Set(dates).size, length, 'two submissions never have one date'),
      ...windowFaults(responses.map(({ body }) => (body as Partial<Schemas['ScheduledVerse']>)?.windowText ?? '')),
    ];
  },

  requestsAtOnce: async (seen) => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => seen.submit('2026-11-21')));
    const { submissions } = await seen.read<Schemas['SubmissionList']>(listSubmissionsOperation.path);
    return [
      ...unequal('the statuses of ten requests', tally(responses), { 201: 1, 429: 9 }, 'one of them gets a date'),
      ...unequal('the number of submissions', submissions.length, 1, 'one of them is stored'),
    ];
  },

  freedDate: async (seen) => {
    await seen.change('delete from scheduled_submission where user_id = $1', [seen.player]);
    const { body } = await seen.submit('2026-11-21');
    const { scheduledDate } = seen.body as Schemas['ScheduledVerse'];
    return unequal(
      'the next scheduledDate',
      (body as Schemas['ScheduledVerse']).scheduledDate,
      scheduledDate,
      'the date is free again',
    );
  },

  movedReplay: async (seen) => {
    const move = 'update scheduled_submission set moved_from = scheduled_date, scheduled_date = $2 where user_id = $1';
    await seen.change(move, [seen.player, '9998-12-20']);
    return unequal('the 201 after a move', (await seen.send(seen.again())).text, seen.text, 'word for word');
  },

  lastDate: async (seen) => {
    const { nextFreeDate = seen.today } = await eligibilityOf(seen);
    await using calendar = await seen.fill();
    const today = Temporal.PlainDate.from(seen.today);
    const after = (days: number) => today.add({ days }).toString();
    /** What a submission gets while nothing but one date is free. */
    const reserve = async (days: number) => {
      await calendar.free(after(days));
      const { status, body } = await seen.submit('2026-11-21');
      await seen.change('delete from scheduled_submission where user_id = $1', [seen.player]);
      await calendar.take(after(days));
      return status === 201 ? (body as Schemas['ScheduledVerse']) : undefined;
    };
    let [last, closed] = [today.until(nextFreeDate).days, calendar.days + 1];
    while (closed - last > 1) {
      const middle = Math.floor((last + closed) / 2);
      if (await reserve(middle)) last = middle;
      else closed = middle;
    }
    const { scheduledDate, windowText = '' } = (await reserve(last)) ?? {};
    await calendar.free(after(last + 1));
    const next = await eligibilityOf(seen);
    await calendar.free(after(last));
    const open = await eligibilityOf(seen);
    const opens = `${after(1)}T00:00:00.000Z`;
    return [
      ...unequal('scheduledDate', scheduledDate, after(last), 'no other date is free'),
      ...unequal("the window's last day", windowIn(windowText)?.last, after(last), 'the horizon cuts the last window'),
      ...unequal('accepting', next.accepting, false, 'the date after the last one is free'),
      ...unequal('acceptingFrom', next.acceptingFrom, opens, 'the horizon reaches that date at midnight, UTC'),
      ...unequal('accepting', open.accepting, true, 'the last date is free'),
      ...unequal('nextFreeDate', open.nextFreeDate, after(last), 'the last date is free'),
    ];
  },

  fullCalendar: async (seen) => {
    await using _ = await seen.fill();
    const { accepting, nextFreeDate, maySubmit } = await eligibilityOf(seen);
    return [
      ...unequal('accepting', accepting, false, 'every date is taken'),
      ...unequal('maySubmit', maySubmit, false, 'every date is taken'),
      ...unequal('nextFreeDate', nextFreeDate, undefined, 'every date is taken'),
    ];
  },

  hasCooldown: ({ body }) =>
    wrong(
      (body as Schemas['Eligibility']).cooldownEndsAt === undefined,
      'cooldownEndsAt is absent: a cooldown is active',
    ),

  hundredSubmissions: async (seen) => {
    await seen.change(
      `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
       select $1, 'GEN', 1, 1, date '9990-01-01' + number, now() - number * interval '8 days'
       from generate_series(1, 101) as number`,
      [seen.player],
    );
    const { submissions } = await seen.read<Schemas['SubmissionList']>(listSubmissionsOperation.path);
    return unequal('the number of submissions', submissions.length, 100, '101 are stored');
  },

  oddVerse: async (seen) => {
    await seen.change(
      `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date) values ($1, 'JHN', 3, 99, '9990-01-01')`,
      [seen.player],
    );
    const { submissions } = await seen.read<Schemas['SubmissionList']>(listSubmissionsOperation.path);
    return unequal('submissions', submissions, [], 'no verse of the player exists');
  },

  everyChapter: async (seen) => {
    const faults: string[] = [];
    for (const [bookId, { verses }] of Object.entries(division)) {
      const found = await Promise.all(
        verses.map(async (_, index) => {
          if (seen.target.own && bookId === 'HAB' && index === 1) return undefined; // `hideChapters` says why
          return await seen.read<Schemas['Chapter']>(`/api/chapters/${bookId}/${index + 1}`);
        }),
      );
      for (const [index, chapter] of found.entries()) {
        if (chapter === undefined) continue;
        const name = passage(bookId, index + 1);
        faults.push(
          ...unequal(`the number of verses of ${name}`, chapter.verses.length, verses[index], 'the division'),
          ...wrong(
            chapter.verses.some((text) => /[[\]#]/.test(text)),
            `${name} has marks in its text`,
          ),
        );
      }
    }
    return faults;
  },

  chapterTooMany: async (seen) => {
    const requests = Object.entries(division).map(
      async ([
        bookId,
        {
          name,
          verses: { length },
        },
      ]) => {
        const fullPath = `/api/chapters/${bookId}/${length + 1}`;
        const { status, text } = await seen.send({ fullPath, request: { method: 'GET', headers: {}, body: '' } });
        const expected =
          length === 1 ? messages.onlyChapter({ book: name }) : messages.chapter({ book: name, chapters: length });
        return [
          ...unequal(`the status of ${fullPath}`, status, 404, 'the book has no such chapter'),
          ...wrong(
            status === 404 && !text.includes(JSON.stringify(expected)),
            `${fullPath} gets ${text} instead of "${expected}"`,
          ),
        ];
      },
    );
    return (await Promise.all(requests)).flat();
  },

  tenVerses: ({ body }) =>
    unequal('the number of verses', (body as Schemas['FoundVerses']).verses.length, 10, 'more have the word'),

  revalidation,

  ownRequestId: async (seen) => {
    const again = seen.again();
    const sent = again.request.headers['X-Request-Id'];
    const received = seen.headers.get('X-Request-Id') ?? '';
    return [
      ...wrong(received === sent, `X-Request-Id is that of the request, ${received}`),
      ...wrong(!/^[0-9a-f-]{36}$/.test(received), `X-Request-Id is "${received}", expected a UUID`),
      ...wrong((await seen.send(again)).headers.get('X-Request-Id') === received, `X-Request-Id is ${received} again`),
    ];
  },

  /** The first verse of each book is the first that is found by its words. */
  everyBook: async (seen) => {
    const faults: string[] = [];
    for (const bookId of Object.keys(division)) {
      const { verses } = await seen.read<Schemas['Chapter']>(`/api/chapters/${bookId}/1`);
      const words = (verses[0] ?? '').slice(0, 200).replace(/\W+\w*$/, '');
      const found = await seen.read<Schemas['FoundVerses']>(`/api/verses?${new URLSearchParams({ words })}`);
      const reference = referenceOf(bookId, 1, 1);
      const listed = found.verses.map((verse) => verse.reference);
      faults.push(...wrong(listed[0] !== reference, `"${words}" finds ${listed.join(', ')} instead of ${reference}`));
    }
    return faults;
  },
};

/** The player's latest submission, as the service lists it. */
async function listed(seen: Seen): Promise<Schemas['Submission'] | undefined> {
  const { submissions } = await seen.read<Schemas['SubmissionList']>(listSubmissionsOperation.path);
  return submissions[0];
}

/** The facts, once they are younger than a second. */
async function eligibilityOf(
  seen: Seen,
  path = '/api/eligibility?localDate=2026-11-21',
): Promise<Schemas['Eligibility']> {
  await setTimeout(1_100);
  return await seen.read(path);
}

/** How many responses have each status. */
function tally(responses: readonly { readonly status: number }[]): Record<string, number> {
  const byStatus = Map.groupBy(responses, ({ status }) => status);
  return Object.fromEntries(Array.from(byStatus, ([status, { length }]) => [status, length]));
}

/** Sends bytes to a service, and returns what it sends until it closes the connection. */
async function exchange({ hostname, port, protocol }: URL, bytes: string): Promise<string> {
  const socket =
    protocol === 'https:'
      ? connectTls({ host: hostname, port: Number(port || 443), servername: hostname })
      : connect({ host: hostname, port: Number(port || 80) });
  socket.setTimeout(5_000, () => socket.destroy());
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
  });
  socket.write(bytes); // not its end: a server may drop what it has not yet answered
  await once(socket, 'close').catch(() => {});
  return received;
}

/** Windows are equal, or have no day in common. */
export function windowFaults(texts: readonly string[]): string[] {
  const windows = [...new Set(texts)]
    .flatMap((text) => windowIn(text) ?? [])
    .toSorted((a, b) => (a.first < b.first ? -1 : 1));
  const isIn = windows.some(({ first }, index) => first <= (windows[index - 1]?.last ?? ''));
  return wrong(
    isIn,
    `the windows ${windows.map(({ first, last }) => `${first}/${last}`).join(', ')} have days in common`,
  );
}

/** The first window begins at least two days after today, UTC. */
function tooSoon(name: string, date: string, today: string): string[] {
  const first = Temporal.PlainDate.from(today).add({ days: 2 }).toString();
  return wrong(date < first, `${name} is ${date}, expected ${first} or later`);
}

/** Wrong values of a 201. @param today UTC */
export function scheduledFaults(
  { scheduledDate, reference, windowText }: Schemas['ScheduledVerse'],
  { bookId, chapter, verse }: Schemas['VerseSubmission'],
  today: string,
): string[] {
  const window = windowIn(windowText);
  const isIn = window !== undefined && scheduledDate >= window.first && scheduledDate <= window.last;
  return [
    ...tooSoon('scheduledDate', scheduledDate, today),
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

/**
 * What contradicts itself in the facts about a player.
 *
 * @param today UTC
 * @param isOfVerse whether the date of a verse was asked for, which may be late and then absent
 */
export function eligibilityFaults(found: Schemas['Eligibility'], today: string, isOfVerse = false): string[] {
  const { maySubmit, solvedToday, accepting, cooldownEndsAt, nextFreeDate, acceptingFrom } = found;
  const facts = `solvedToday is ${solvedToday}, accepting ${accepting}, cooldownEndsAt ${cooldownEndsAt ?? 'absent'}`;
  return [
    ...unequal('maySubmit', maySubmit, solvedToday && accepting && cooldownEndsAt === undefined, facts),
    ...wrong(
      accepting ? nextFreeDate === undefined && !isOfVerse : nextFreeDate !== undefined,
      `nextFreeDate is ${nextFreeDate ?? 'absent'}: ${facts}`,
    ),
    ...wrong(accepting && acceptingFrom !== undefined, `acceptingFrom is ${acceptingFrom}: ${facts}`),
    ...wrong(
      acceptingFrom?.endsWith('T00:00:00.000Z') === false,
      `acceptingFrom is ${acceptingFrom}, expected a midnight, UTC`,
    ),
    ...(nextFreeDate === undefined ? [] : tooSoon('nextFreeDate', nextFreeDate, today)),
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
  const { nextFreeDate = '' } = await eligibilityOf(seen, seen.path);
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
  const after = await seen.read<Schemas['Eligibility']>(seen.path);
  return [
    ...unequal('maySubmit right after the 201', after.maySubmit, false, 'its cooldown'),
    ...wrong(after.cooldownEndsAt === undefined, 'cooldownEndsAt is absent right after the 201'),
    ...(isForecast ? [] : unequal('nextFreeDate', nextFreeDate, stored?.earliest, 'the earliest date that is free')),
    ...wrong(
      (isForecast || !isLater) && scheduledDate !== nextFreeDate,
      `nextFreeDate is ${nextFreeDate}, but the next 201 has ${scheduledDate}`,
    ),
  ];
}

function localDateOf(path: string): string | undefined {
  return new URLSearchParams(path.replace(/.*\?/, '')).get('localDate') ?? undefined;
}
