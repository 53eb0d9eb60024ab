import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { watchClock } from '../../src/health/clock.ts';
import { createLogger } from '../../src/log.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { TestService } from '../support/service.ts';
import { realTime, skip, stopIntervals } from '../support/timers.ts';

const ready = { status: 200, text: '{"status":"ready"}' };
const wrong = { status: 503, text: '{"error":"Clock differs from the database"}' };
const warning = 'clock differs from the database: synchronize both with NTP';

const systemTime = Date.now;

/** Sets the system's clock ahead, as this process sees it. */
function setAhead(seconds: number): void {
  jest.spyOn(Date, 'now').mockImplementation(() => systemTime() + seconds * 1000);
}

let log: { msg: string }[];
const logger = createLogger('warn', { write: (line) => log.push(JSON.parse(line)) });
beforeEach(() => {
  log = [];
});
afterEach(() => {
  realTime();
  jest.restoreAllMocks();
});

describe('a clock that differs from the database', () => {
  let database: TestDatabase;
  let orm: Orm;
  beforeAll(async () => {
    database = await createTestDatabase();
    orm = createOrm(database.serviceUrl, 1, logger);
  });
  afterAll(async () => {
    await orm.close();
    await database.drop();
  });

  test.each([
    [0, [], false],
    [1.9, [], false],
    [30, [warning], false],
    [-30, [warning], false],
    [61, [warning], true],
    [-8 * 86_400, [warning], true],
  ])('by %d s is logged: %j, and wrong: %j', async (seconds, lines, isWrong) => {
    setAhead(seconds);
    using watch = await watchClock(orm, logger);
    expect(watch.isWrong()).toBe(isWrong);
    expect(Math.abs(watch.difference() - Math.abs(seconds))).toBeLessThan(1);
    expect(log.map(({ msg }) => msg)).toEqual(lines);
    const instant = expect.stringMatching(/^\d{4}-.*Z$/);
    for (const line of log) expect(line).toMatchObject({ system: instant, database: instant });
  });
});

test('an instance stops being ready within a minute, and is ready again within a minute of a right clock', async () => {
  stopIntervals();
  await using service = await TestService.start({ logger });
  expect(await service.probe('/readyz')).toMatchObject(ready);

  setAhead(3600);
  await skip(60_000);
  await eventually('the warning', () => log.length > 0);
  for (const _ of [1, 2]) expect(await service.probe('/readyz')).toMatchObject(wrong);
  expect(log.map(({ msg }) => msg)).toEqual([warning, 'not ready']);

  setAhead(0);
  await skip(60_000);
  await eventually('readiness', async () => (await service.probe('/readyz')).status === 200);
  realTime();
});
