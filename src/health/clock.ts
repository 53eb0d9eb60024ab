import type { Logger } from 'pino';
import type { Orm } from '../database/orm.ts';
import { readyzOperation } from '../generated/operations.admin.ts';

/**
 * How often the clocks are compared, and the difference from which the log warns of it, in
 * milliseconds.
 */
const interval = 60_000;
const warnFrom = 2_000;
/** The difference from which an instance is not ready, in milliseconds. */
const limit = Temporal.Duration.from(readyzOperation.maxClockDifference).total('milliseconds');

export interface ClockWatch extends Disposable {
  /** Whether the clocks differed by the contract's limit or more when they were last compared. */
  isWrong(): boolean;
  /** By how much they differed when they were last compared, in seconds; 0 until then. */
  difference(): number;
}

/**
 * Compares the system's clock with the database's, now and once a minute: with a wrong clock, an
 * instance would reserve dates in the past, and end cooldowns early or late. While the database
 * does not respond, the last comparison stands.
 */
export async function watchClock(orm: Orm, logger: Logger): Promise<ClockWatch> {
  let difference = 0;

  async function compare(): Promise<void> {
    try {
      const clocks = await readClocks(orm);
      difference = clocks.difference;
      if (difference < warnFrom) return;
      const [system, database] = [clocks.system, clocks.database].map((time) => new Date(time).toISOString());
      logger.warn({ system, database }, 'clock differs from the database: synchronize both with NTP');
    } catch (err) {
      logger.debug({ err }, 'clock not compared');
    }
  }

  await compare();
  const timer = setInterval(compare, interval).unref();
  return {
    isWrong: () => difference >= limit,
    difference: () => difference / 1000,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/**
 * In milliseconds. The difference is the least there can be: the database reads its clock at some
 * instant of the round trip.
 */
async function readClocks(orm: Orm): Promise<{ system: number; database: number; difference: number }> {
  const system = Date.now();
  const sent = performance.now();
  const [{ database }] = await orm.em
    .fork()
    .execute<[{ database: number }]>(
      'select (extract(epoch from clock_timestamp()) * 1000)::double precision as database',
    );
  const roundTrip = performance.now() - sent;
  return { system, database, difference: Math.max(0, system - database, database - system - roundTrip) };
}
