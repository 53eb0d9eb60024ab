import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import { expressjwt, type Request } from 'express-jwt';
import * as OpenApiValidator from 'express-openapi-validator';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';
import { Between, DataSource } from 'typeorm';
import { reference, type Verse, validateVerse } from '../../../src/verse/validate.ts';
import { addDays, isDate, utcDate, windowText } from '../calendar.ts';
import { DailyCompletion, ScheduledSubmission } from './entities.ts';
import { isCooldown, reserveDate } from './reserve.ts';

/**
 * The yardstick that most would choose: Express with express-openapi-validator on the service's own contract, and TypeORM, used as their
 * documentation shows. It shares the division of the Bible with the service, and its schema with the other yardstick.
 */
const { PORT, DATABASE_URL = '', AUTH_JWT_SECRET = '', SCHEDULE_HORIZON_DAYS } = process.env;
const leadDays = 7;
const windowDays = 14;
const horizonDays = Number(SCHEDULE_HORIZON_DAYS);
const cooldown = 168 * 3_600_000;
const submitVerse = '/api/submit-verse';
const invalidLocalDate = ['/body', '/body/localDate', '/query/localDate'];

const dataSource = new DataSource({
  type: 'postgres',
  url: DATABASE_URL,
  poolSize: 10,
  entities: [DailyCompletion, ScheduledSubmission],
});
await dataSource.initialize();
await dataSource.query(await readFile(new URL('../schema.sql', import.meta.url), 'utf8'));
const completions = dataSource.getRepository(DailyCompletion);
const submissions = dataSource.getRepository(ScheduledSubmission);

const app = express();
app.disable('x-powered-by');
app.disable('etag'); // no response may be stored

app.use(
  pinoHttp({
    genReqId: ({ headers }, res) => {
      const given = headers['x-request-id'];
      const id = typeof given === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : randomUUID();
      res.setHeader('X-Request-Id', id);
      return id;
    },
    // By default it logs every header, tokens included.
    serializers: {
      req: ({ id, method, url }) => ({ id, method, url }),
      res: ({ statusCode }) => ({ statusCode }),
    },
  }),
);
app.use(
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: { includeSubDomains: false },
  }),
);
app.use((_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
});

// 1. Before the body is read; the validator would check the token only afterwards.
app.use(expressjwt({ secret: AUTH_JWT_SECRET, algorithms: ['HS256'] }));
app.use(((req: Request, res, next) => {
  const { sub, exp } = req.auth ?? {};
  if (exp === undefined || typeof sub !== 'string' || sub === '' || [...sub].length > 255) return rejectToken(res);
  next();
}) as RequestHandler);

// 2
app.use(express.json({ limit: '64kb', type: () => true, strict: false }));

// 3. The validator checks the whole request at once: its findings on the verse wait for check 6, and malformed headers are ignored.
app.use(((req, _res, next) => {
  req.headers['content-type'] = 'application/json'; // whatever the client sent, if anything
  next();
}) as RequestHandler);
app.use(
  OpenApiValidator.middleware({
    apiSpec: fileURLToPath(new URL('../../../openapi.yaml', import.meta.url)),
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
    validateSecurity: false,
  }),
);
app.use(((error, _req, res, next) => {
  if (!(error instanceof OpenApiValidator.error.BadRequest)) return next(error);
  if (error.errors.some(({ path }) => invalidLocalDate.includes(path))) {
    return res.status(400).json({ error: 'A valid localDate (YYYY-MM-DD) is required' });
  }
  next();
}) as ErrorRequestHandler);

app.post(submitVerse, async (req: Request, res) => {
  const userId = req.auth?.sub as string;
  const { localDate } = req.body;
  const now = Date.now();

  // 4
  if (!(await hasSolved(userId, localDate))) {
    return res.status(403).json({ error: "Solve today's puzzle first" });
  }

  // 5
  const idempotencyKey = validKey(req.get('Idempotency-Key'));
  const latest = await latestSubmission(userId);
  if (latest !== null && now < latest.createdAt.getTime() + cooldown) return reject(res, latest, idempotencyKey, now);

  // 6
  const verse = validateVerse(req.body);
  if ('error' in verse) return res.status(400).json(verse);

  // 7
  const submission = { userId, ...verse, createdAt: new Date(now), idempotencyKey };
  try {
    const date = await reserveDate(dataSource, submission, bookable(now));
    if (date === undefined) return res.status(500).json({ error: 'Failed to schedule submission' });
    return res.status(201).json(scheduled(date, now, verse));
  } catch (error) {
    const faster = isCooldown(error) ? await latestSubmission(userId) : null;
    if (faster === null) throw error;
    return reject(res, faster, idempotencyKey, now);
  }
});

app.get('/api/eligibility', async (req: Request, res) => {
  const userId = req.auth?.sub as string;
  const now = Date.now();
  const [first, last] = bookable(now);
  const [solvedToday, latest, reserved] = await Promise.all([
    hasSolved(userId, req.query['localDate'] as string),
    latestSubmission(userId),
    submissions.countBy({ scheduledDate: Between(first, last) }),
  ]);
  const accepting = reserved <= horizonDays - leadDays;
  const endsAt = latest === null ? now : latest.createdAt.getTime() + cooldown;
  const onCooldown = now < endsAt;
  res.json({
    maySubmit: solvedToday && accepting && !onCooldown,
    solvedToday,
    accepting,
    ...(onCooldown && { cooldownEndsAt: new Date(endsAt).toISOString() }),
  });
});

app.get('/api/submissions', async (req: Request, res) => {
  const userId = req.auth?.sub as string;
  const own = isStorable(userId)
    ? await submissions.find({ where: { userId }, order: { createdAt: 'DESC' }, take: 100 })
    : [];
  res.json({
    submissions: own.map((submission) => ({
      scheduledDate: submission.scheduledDate,
      reference: reference(submission as Verse),
      bookId: submission.bookId,
      chapter: submission.chapter,
      verse: submission.verse,
      submittedAt: submission.createdAt.toISOString(),
    })),
    withdrawn: [], // the yardsticks have no operator
  });
});

app.use(((error, req, res, _next) => {
  if (error.name === 'UnauthorizedError') return rejectToken(res);
  if (error.type === 'entity.too.large') return res.status(413).json({ error: 'Request body too large' });
  if (error.status === 404) return res.status(404).json({ error: 'Not found' });
  if (error.status === 405) return res.status(405).set(error.headers).json({ error: 'Method not allowed' });
  if (error.status < 500) return res.status(400).json({ error: 'Invalid JSON body' });
  req.log.error(error);
  res.status(500).json({ error: req.path === submitVerse ? 'Failed to schedule submission' : 'Internal error' });
}) as ErrorRequestHandler);

function rejectToken(res: Response): void {
  res.status(401).set('WWW-Authenticate', 'Bearer').json({ error: 'Unauthorized' });
}

/** PostgreSQL's text cannot contain NUL. */
function isStorable(text: string): boolean {
  return !text.includes('\0');
}

async function hasSolved(userId: string, localDate: string): Promise<boolean> {
  if (!isDate(localDate) || !isStorable(userId)) return false;
  return await completions.existsBy({ anonymousId: userId, date: localDate });
}

async function latestSubmission(userId: string): Promise<ScheduledSubmission | null> {
  if (!isStorable(userId)) return null;
  return await submissions.findOne({ where: { userId }, order: { createdAt: 'DESC' } });
}

function validKey(key: string | undefined): string | null {
  return key !== undefined && /^[!-~]{1,255}$/.test(key) ? key : null;
}

/** 429, or the first response again if the request has the same key. */
function reject(res: Response, latest: ScheduledSubmission, key: string | null, now: number): void {
  const submittedAt = latest.createdAt.getTime();
  if (key !== null && key === latest.idempotencyKey) {
    res.status(201).json(scheduled(latest.scheduledDate, submittedAt, latest as Verse));
    return;
  }
  const endsAt = submittedAt + cooldown;
  res
    .status(429)
    .set('Retry-After', String(Math.ceil((endsAt - now) / 1000)))
    .json({ error: 'Cooldown active', cooldownEndsAt: new Date(endsAt).toISOString() });
}

function bookable(instant: number): [first: string, last: string] {
  return [addDays(utcDate(instant), leadDays), addDays(utcDate(instant), horizonDays)];
}

function scheduled(date: string, submittedAt: number, verse: Verse) {
  const [first, last] = bookable(submittedAt);
  return {
    scheduledDate: date,
    reference: reference(verse),
    windowText: windowText(date, { first, last }, windowDays),
  };
}

const server = app.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close(() => dataSource.destroy());
});
