import express, { type ErrorRequestHandler, type Response } from 'express';
import { expressjwt, type Request } from 'express-jwt';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';
import { DataSource, QueryFailedError } from 'typeorm';
import { bookableDates, utcDate, windowOf, windowText } from '../../src/calendar/window.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { reference, type Verse, validateVerse } from '../../src/verse/validate.ts';
import { DailyCompletion, ScheduledSubmission } from './entities.ts';

/** The yardstick: Express and TypeORM, used as their documentation shows. */
const { PORT, DATABASE_URL = '', AUTH_JWT_SECRET = '', SCHEDULE_HORIZON_DAYS } = process.env;
const rules = { leadDays: 7, windowDays: 14, horizonDays: Number(SCHEDULE_HORIZON_DAYS), repeatDays: 0 };
const cooldown = Temporal.Duration.from(submitVerseOperation.cooldown).total('milliseconds');
const submitVerse = '/api/submit-verse';
const oneAtATime = 1;

const dataSource = new DataSource({
  type: 'postgres',
  url: DATABASE_URL,
  poolSize: 10,
  entities: [DailyCompletion, ScheduledSubmission],
  synchronize: true,
});
await dataSource.initialize();
const completions = dataSource.getRepository(DailyCompletion);
const submissions = dataSource.getRepository(ScheduledSubmission);

const app = express();
app.disable('etag'); // no response may be stored
app.use(pinoHttp({ redact: ['req.headers.authorization'] }));
app.use(helmet());
app.use((_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
});

// 1
app.use(expressjwt({ secret: AUTH_JWT_SECRET, algorithms: ['HS256'] }));

// 2
app.use(express.json({ limit: '64kb', type: () => true, strict: false }));

app.post(submitVerse, async (req: Request, res) => {
  const userId = req.auth?.sub as string;
  const now = Temporal.Now.instant();
  const createdAt = new Date(now.epochMilliseconds);

  // 3
  const { localDate } = req.body ?? {};
  if (typeof localDate !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(localDate)) {
    return res.status(400).json({ error: 'A valid localDate (YYYY-MM-DD) is required' });
  }

  // 4
  if (!(await completions.existsBy({ anonymousId: userId, date: localDate }))) {
    return res.status(403).json({ error: "Solve today's puzzle first" });
  }

  // 5
  const latest = await submissions.findOne({ where: { userId }, order: { createdAt: 'DESC' } });
  const endsAt = latest === null ? 0 : latest.createdAt.getTime() + cooldown;
  if (now.epochMilliseconds < endsAt) return rejectCooldown(res, endsAt);

  // 6
  const verse = validateVerse(req.body);
  if ('error' in verse) return res.status(400).json(verse);

  // 7
  try {
    const scheduledDate = await reserveDate({ userId, ...verse, createdAt });
    if (scheduledDate === undefined) return res.status(500).json({ error: 'Failed to schedule submission' });
    const window = windowOf(Temporal.PlainDate.from(scheduledDate), utcDate(now), rules);
    res.status(201).json({ scheduledDate, reference: reference(verse), windowText: windowText(window) });
  } catch (error) {
    // Another request of the player was faster.
    if (!(error instanceof QueryFailedError && error.driverError.constraint === 'cooldown')) throw error;
    rejectCooldown(res, now.epochMilliseconds + cooldown);
  }
});

app.get('/api/submissions', async (req: Request, res) => {
  const userId = req.auth?.sub as string;
  const own = await submissions.find({ where: { userId }, order: { createdAt: 'DESC' }, take: 100 });
  res.json({
    submissions: own.map(({ scheduledDate, bookId, chapter, verse, createdAt }) => ({
      ...{ scheduledDate, reference: reference({ bookId, chapter, verse } as Verse), bookId, chapter, verse },
      submittedAt: createdAt.toISOString(),
    })),
    withdrawn: [], // it has no operator
  });
});

app.use(((error, req, res, _next) => {
  if (error.status === 401) res.set('WWW-Authenticate', 'Bearer');
  if (error.status < 500) return void res.status(error.status).json({ error: error.message });
  req.log.error(error);
  res.status(500).json({ error: req.path === submitVerse ? 'Failed to schedule submission' : 'Internal error' });
}) as ErrorRequestHandler);

function rejectCooldown(res: Response, endsAt: number): void {
  res.set('Retry-After', String(Math.ceil((endsAt - Date.now()) / 1_000)));
  res.status(429).json({ error: 'Cooldown active', cooldownEndsAt: new Date(endsAt).toISOString() });
}

/**
 * Finds the earliest free date and inserts the submission in one transaction. Returns undefined if
 * no date is free.
 */
async function reserveDate(submission: Omit<ScheduledSubmission, 'id' | 'scheduledDate'>): Promise<string | undefined> {
  const { first, last } = bookableDates(utcDate(Temporal.Now.instant()), rules);
  return await dataSource.transaction(async (manager) => {
    // Without the lock, concurrent requests would try for the same date.
    await manager.query('select pg_advisory_xact_lock($1)', [oneAtATime]);
    const [free] = await manager.query<{ date: string }[]>(
      `select to_char(day, 'YYYY-MM-DD') as date
       from generate_series($1::date, $2::date, interval '1 day') as day
       where not exists (select from scheduled_submission where scheduled_date = day::date)
       order by day limit 1`,
      [String(first), String(last)],
    );
    if (free === undefined) return undefined;
    await manager.insert(ScheduledSubmission, { ...submission, scheduledDate: free.date });
    return free.date;
  });
}

const server = app.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close(() => dataSource.destroy());
});
