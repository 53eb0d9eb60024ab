import pTimeout from 'p-timeout';
import { inBatches } from '../database/batches.ts';
import { responseMs } from '../database/limits.ts';
import type { EntityManager } from '../database/orm.ts';
import { type Acquire, createSemaphore, withPermit } from '../semaphore.ts';
import type { Verse } from '../verse/validate.ts';
import { datesLeft } from './assign.ts';
import { type Accepting, readCalendar } from './free-dates.ts';
import { type CalendarRules, utcDate } from './window.ts';

/**
 * What the calendar says about a verse of a player: as `accepting`, but `nextFreeDate` is the date
 * that a submission of the verse would get now. It is left out where it is not known in time.
 *
 * @throws what `accepting` throws
 */
export type Forecast = (userId: string, verse: Verse) => Promise<Accepting>;

/** The most verses in one query. */
const maxBatchSize = 100;

/** The forecasts that a player waits for. */
interface Asked {
  /** Permits one at a time. */
  readonly takeTurn: Acquire;
  /** By the verse. */
  readonly dates: Map<string, Promise<Temporal.PlainDate | undefined>>;
}

/**
 * Returns a function that forecasts the date of a verse, by the function that decides in a
 * reservation. An instance runs one query at a time, since players who submit come first, and
 * simultaneous forecasts share it, one of each player, so that nobody waits for all that
 * another player asks.
 *
 * @param observeFailure called with the error of each forecast that failed or timed out
 */
export function createForecast(
  em: EntityManager,
  rules: CalendarRules,
  clock: () => Temporal.Instant,
  accepting: () => Promise<Accepting>,
  observeFailure: (error: unknown) => void,
): Forecast {
  const players = new Map<string, Asked>();
  const search = inBatches(async (verses: readonly Verse[]) => {
    const calendar = await readCalendar(em.fork().getKysely(), utcDate(clock()), rules, verses);
    return verses.map((verse) => datesLeft(calendar)(verse));
  }, maxBatchSize);

  /** The date, or undefined if the calendar is full. Requests of a player for one verse share it. */
  function dateOf(userId: string, verse: Verse): Promise<Temporal.PlainDate | undefined> {
    const { takeTurn, dates } = players.get(userId) ?? { takeTurn: createSemaphore(1, responseMs), dates: new Map() };
    players.set(userId, { takeTurn, dates });
    const key = JSON.stringify(verse);
    const date =
      dates.get(key) ??
      withPermit(takeTurn, () => search(verse)).finally(() => {
        dates.delete(key);
        if (dates.size === 0) players.delete(userId);
      });
    dates.set(key, date);
    return date;
  }

  return async (userId, verse) => {
    const date = pTimeout(dateOf(userId, verse), { milliseconds: responseMs });
    // The other facts do not fail with the forecast.
    const [known, forecast] = await Promise.all([
      accepting(),
      date.then((nextFreeDate) => ({ nextFreeDate })).catch((error) => void observeFailure(error)),
    ]);
    if (forecast?.nextFreeDate !== undefined) return { accepting: true, nextFreeDate: forecast.nextFreeDate };
    const { nextFreeDate: _ofAnyVerse, ...others } = known;
    return forecast === undefined ? others : { ...others, accepting: false };
  };
}
