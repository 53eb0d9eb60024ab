import { randomUUID } from 'node:crypto';
import { createVerifier } from 'fast-jwt';
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import pg from 'pg';
import { securityHeaders } from '../../../src/middleware/security-headers.ts';
import { reference, type Verse, validateVerse } from '../../../src/verse/validate.ts';
import { addDays, isDate, utcDate, windowText } from '../calendar.ts';
import { findPlayer, hasFreeDate, listSubmissions, type Player, prepareDatabase, reserveDate } from './database.ts';

/**
 * The yardstick for speed: the same operations as a good engineer would write them by hand, without a contract. It shares only the division
 * of the Bible and the security headers with the service.
 */
const { PORT, DATABASE_URL, AUTH_JWT_SECRET = '', SCHEDULE_HORIZON_DAYS } = process.env;
const leadDays = 7;
const windowDays = 14;
const horizonDays = Number(SCHEDULE_HORIZON_DAYS);
const cooldown = 168 * 3_600_000;

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
await prepareDatabase(pool, leadDays, horizonDays);

const verify = createVerifier({ key: AUTH_JWT_SECRET, algorithms: ['HS256'], requiredClaims: ['exp', 'sub'] });

const app = Fastify({
  bodyLimit: 65_536,
  logger: true,
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: ({ headers }) => {
    const id = headers['x-request-id'];
    return typeof id === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(id) ? id : randomUUID();
  },
});
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

app.decorateRequest('userId', '');
declare module 'fastify' {
  interface FastifyRequest {
    userId: string;
  }
}

const constantHeaders = { ...securityHeaders, 'Cache-Control': 'no-store' };

// 1. Before the body is read.
app.addHook('onRequest', async (request, reply) => {
  reply.headers(constantHeaders).header('X-Request-Id', request.id);
  const userId = authenticate(request.headers.authorization);
  if (userId === undefined) {
    return reply.code(401).header('WWW-Authenticate', 'Bearer').send({ error: 'Unauthorized' });
  }
  request.userId = userId;
});

app.addHook('onResponse', async (request, reply) => {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      duration: Math.round(reply.elapsedTime * 1000) / 1000,
    },
    'request completed',
  );
});

app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
  if (error.statusCode === 413) return reply.code(413).send({ error: 'Request body too large' });
  if (error.statusCode === 400) return reply.code(400).send({ error: 'Invalid JSON body' });
  request.log.error(error);
  return reply
    .code(500)
    .send({ error: request.method === 'POST' ? 'Failed to schedule submission' : 'Internal error' });
});

app.post('/api/submit-verse', async (request: FastifyRequest, reply: FastifyReply) => {
  // 2
  let body: { localDate?: unknown; bookId?: unknown; chapter?: unknown; verse?: unknown };
  try {
    body = JSON.parse((request.body as string | undefined) || '{}') ?? {};
  } catch {
    return reply.code(400).send({ error: 'Invalid JSON body' });
  }

  // 3
  const { localDate } = body;
  if (!isLocalDate(localDate)) return reply.code(400).send({ error: 'A valid localDate (YYYY-MM-DD) is required' });

  // 4
  const { userId } = request;
  const now = Date.now();
  if (!isDate(localDate) || userId.includes('\0')) return reply.code(403).send({ error: "Solve today's puzzle first" });
  const player = await findPlayer(pool, userId, localDate);
  if (!player.solved) return reply.code(403).send({ error: "Solve today's puzzle first" });

  // 5
  const key = idempotencyKey(request);
  if (isOnCooldown(player, now)) return reject(reply, player, key, now);

  // 6
  const verse = validateVerse(body);
  if ('error' in verse) return reply.code(400).send({ error: verse.error });

  // 7
  try {
    const createdAt = new Date(now).toISOString();
    const submission = { userId, ...verse, createdAt, idempotencyKey: key };
    const date = await reserveDate(pool, submission, bookable(now));
    if (date === undefined) return reply.code(500).send({ error: 'Failed to schedule submission' });
    return reply.code(201).send(scheduled(date, now, verse));
  } catch (error) {
    if ((error as pg.DatabaseError).constraint !== 'cooldown') throw error;
    return reject(reply, await findPlayer(pool, userId, localDate), key, now);
  }
});

app.get('/api/eligibility', async (request: FastifyRequest, reply: FastifyReply) => {
  const { localDate } = request.query as { localDate?: unknown };
  if (!isLocalDate(localDate)) return reply.code(400).send({ error: 'A valid localDate (YYYY-MM-DD) is required' });
  const { userId } = request;
  const now = Date.now();
  const [player, accepting] = await Promise.all([
    userId.includes('\0') ? undefined : findPlayer(pool, userId, isDate(localDate) ? localDate : null),
    isAccepting(now),
  ]);
  const solvedToday = player?.solved === true;
  const onCooldown = player !== undefined && isOnCooldown(player, now);
  return reply.send({
    maySubmit: solvedToday && accepting && !onCooldown,
    solvedToday,
    accepting,
    ...(onCooldown && { cooldownEndsAt: new Date(Number(player.submitted_at) + cooldown).toISOString() }),
  });
});

app.get('/api/submissions', async ({ userId }: FastifyRequest, reply: FastifyReply) => {
  const submissions = userId.includes('\0') ? [] : await listSubmissions(pool, userId);
  return reply.send({
    submissions: submissions.map(({ bookId, chapter, verse, date, submitted_at }) => ({
      scheduledDate: date,
      reference: reference({ bookId, chapter, verse } as Verse),
      bookId,
      chapter,
      verse,
      submittedAt: new Date(Number(submitted_at)).toISOString(),
    })),
    withdrawn: [], // the yardsticks have no operator
  });
});

let known = { at: Number.NEGATIVE_INFINITY, accepting: Promise.resolve(false) };

/** The contract allows this to be a second old. */
async function isAccepting(now: number): Promise<boolean> {
  if (Math.abs(now - known.at) >= 1_000) known = { at: now, accepting: hasFreeDate(pool, bookable(now)) };
  return await known.accepting;
}

function isLocalDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

function authenticate(authorization: string | undefined): string | undefined {
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  try {
    const { sub } = verify(token) as { sub: unknown };
    return typeof sub === 'string' && sub.length >= 1 && [...sub].length <= 255 ? sub : undefined;
  } catch {
    return undefined;
  }
}

function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && /^[!-~]{1,255}$/.test(key) ? key : undefined;
}

function isOnCooldown({ submitted_at }: Player, now: number): boolean {
  return submitted_at !== null && now < Number(submitted_at) + cooldown;
}

function reject(reply: FastifyReply, player: Player, key: string | undefined, now: number): FastifyReply {
  const submittedAt = Number(player.submitted_at);
  if (key !== undefined && key === player.idempotency_key) {
    const verse = validateVerse(player);
    if (!('error' in verse)) return reply.code(201).send(scheduled(player.date, submittedAt, verse));
  }
  const endsAt = submittedAt + cooldown;
  return reply
    .code(429)
    .header('Retry-After', Math.ceil((endsAt - now) / 1000))
    .send({ error: 'Cooldown active', cooldownEndsAt: new Date(endsAt).toISOString() });
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

process.on('SIGTERM', async () => {
  await app.close();
  await pool.end();
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
