import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { createLogger } from '../../src/log.ts';
import { TestClock } from '../support/clock.ts';
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

afterEach(() => {
  realTime();
  jest.restoreAllMocks();
});

async function start(): Promise<{ service: TestService; log: { msg: string }[] }> {
  const log: { msg: string }[] = [];
  const service = await TestService.start({
    logger: createLogger('warn', { write: (line) => log.push(JSON.parse(line)) }),
  });
  return { service, log };
}

describe('an instance whose clock differs from the database', () => {
  test.each<[number, string[], object]>([
    [0, [], ready],
    [1.9, [], ready],
    [30, [warning], ready],
    [-30, [warning], ready],
    [61, [warning, 'not ready'], wrong],
    [-8 * 86_400, [warning, 'not ready'], wrong],
  ])('by %d s', async (seconds, lines, response) => {
    setAhead(seconds);
    const { service, log } = await start();
    await using _ = service;
    expect(await service.probe('/readyz')).toMatchObject(response);
    await service.probe('/readyz');
    expect(log.map(({ msg }) => msg)).toEqual(lines);
    const instant = expect.stringMatching(/^\d{4}-.*Z$/);
    for (const line of log.filter(({ msg }) => msg === warning)) {
      expect(line).toMatchObject({ system: instant, database: instant });
    }
    const difference = (await service.samples()).get('clock_difference_seconds') ?? Number.NaN;
    expect(Math.abs(difference - Math.abs(seconds))).toBeLessThan(1);
  });

  test('stops being ready within a minute, and is ready again within a minute of a right clock', async () => {
    stopIntervals();
    const { service, log } = await start();
    await using _ = service;
    expect(await service.probe('/readyz')).toMatchObject(ready);

    setAhead(3600);
    await skip(60_000);
    await eventually('the warning', () => log.length > 0);
    expect(await service.probe('/readyz')).toMatchObject(wrong);

    setAhead(0);
    await skip(60_000);
    await eventually('readiness', async () => (await service.probe('/readyz')).status === 200);
    realTime();
  });
});

test("a test's own clock is not compared", async () => {
  await using service = await TestService.start({ clock: new TestClock('2001-01-01T00:00:00Z').read });
  expect(await service.probe('/readyz')).toMatchObject(ready);
});
