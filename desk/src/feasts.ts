// The page loads this module when it is needed, so it shares none with the page's script.
import { easter, orthodoxEaster } from 'date-easter';

interface Feast {
  readonly name: string;
  /** The feast's date in a year, YYYY-MM-DD; undefined if that year has none. */
  readonly dateIn: (year: number) => string | undefined;
}

/** Feasts in the order of the year, mostly of the western calendar. */
export const feasts: readonly Feast[] = [
  fixed('New Year’s Day', '01-01'),
  fixed('Epiphany', '01-06'),
  fromEaster('Ash Wednesday', -46),
  fromEaster('Palm Sunday', -7),
  fromEaster('Maundy Thursday', -3),
  fromEaster('Good Friday', -2),
  fromEaster('Easter Sunday', 0),
  fromEaster('Easter Monday', 1),
  fromEaster('Orthodox Easter', 0, orthodoxEaster),
  fromEaster('Ascension Day', 39),
  fromEaster('Pentecost', 49),
  fromEaster('Trinity Sunday', 56),
  fromEaster('Corpus Christi', 60),
  fixed('Reformation Day', '10-31'),
  fixed('All Saints’ Day', '11-01'),
  // The fourth one of November.
  lastOn(4, 'Thanksgiving (US)', 11, 28),
  lastOn(0, 'First Sunday of Advent', 12, 3),
  lastOn(0, 'Second Sunday of Advent', 12, 10),
  lastOn(0, 'Third Sunday of Advent', 12, 17),
  lastOn(0, 'Fourth Sunday of Advent', 12, 24),
  fixed('Christmas Eve', '12-24'),
  fixed('Christmas Day', '12-25'),
];

/**
 * The next dates of a feast: one a year, but those of February 29 only in leap years.
 *
 * @param from the first date that counts
 */
export function nextDates({ dateIn }: Feast, from: string, years: number): string[] {
  const year = Number(from.slice(0, 4));
  // One more, since this year's may be over.
  const dates = Array.from({ length: years + 1 }, (_, index) => dateIn(year + index));
  return dates.filter((date) => date !== undefined && date >= from).slice(0, years) as string[];
}

/**
 * A feast that is on the same month and day each year.
 *
 * @param monthAndDay MM-DD; February 29 exists only in leap years
 */
export function fixed(name: string, monthAndDay: string): Feast {
  const [month, day] = monthAndDay.split('-').map(Number) as [number, number];
  const dateIn = (year: number) => {
    const date = dateOf(year, month, day);
    return date.endsWith(monthAndDay) ? date : undefined;
  };
  return { name, dateIn };
}

/** A feast on the last such weekday that is not after a month and day; 0 for Sunday. */
function lastOn(weekday: number, name: string, month: number, day: number): Feast {
  const dateIn = (year: number) => {
    const daysAfter = (new Date(dateOf(year, month, day)).getUTCDay() - weekday + 7) % 7;
    return dateOf(year, month, day - daysAfter);
  };
  return { name, dateIn };
}

function fromEaster(name: string, days: number, easterOf = easter): Feast {
  const dateIn = (year: number) => {
    const { month, day } = easterOf(year);
    return dateOf(year, month, day + days);
  };
  return { name, dateIn };
}

/** A date, YYYY-MM-DD, whose day may be before or after its month. */
function dateOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
