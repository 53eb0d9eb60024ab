import { easter } from 'date-easter';
import { addDays } from './dates.ts';

interface Feast {
  readonly name: string;
  /** The feast's date in a year, YYYY-MM-DD. */
  readonly dateIn: (year: number) => string;
}

/** Feasts of the western calendar, in the order of the year. */
export const feasts: readonly Feast[] = [
  fixed('New Year’s Day', '01-01'),
  fixed('Epiphany', '01-06'),
  fromEaster('Ash Wednesday', -46),
  fromEaster('Palm Sunday', -7),
  fromEaster('Maundy Thursday', -3),
  fromEaster('Good Friday', -2),
  fromEaster('Easter Sunday', 0),
  fromEaster('Easter Monday', 1),
  fromEaster('Ascension Day', 39),
  fromEaster('Pentecost', 49),
  fixed('Reformation Day', '10-31'),
  fixed('All Saints’ Day', '11-01'),
  fixed('Christmas Eve', '12-24'),
  fixed('Christmas Day', '12-25'),
];

/** The next dates of a feast, from a date on. */
export function nextDates({ dateIn }: Feast, from: string, count: number): string[] {
  const year = Number(from.slice(0, 4));
  // One more, since this year's may be over.
  const dates = Array.from({ length: count + 1 }, (_, index) => dateIn(year + index));
  return dates.filter((date) => date >= from).slice(0, count);
}

function fixed(name: string, monthAndDay: string): Feast {
  return { name, dateIn: (year) => `${year}-${monthAndDay}` };
}

function fromEaster(name: string, days: number): Feast {
  const dateIn = (year: number) => {
    const { month, day } = easter(year);
    return addDays(`${year}-${twoDigits(month)}-${twoDigits(day)}`, days);
  };
  return { name, dateIn };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
