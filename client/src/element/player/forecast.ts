import type { Language, Verse } from '../words/language.ts';
import { laterTexts } from '../words/later-texts.ts';

/** The day that a verse would get now. */
export interface Forecast {
  readonly date: string;
  /** The day that another verse would get, if that is an earlier one. */
  readonly sooner?: string;
  /** What is said of it. */
  readonly text: string;
}

/**
 * Asks for the next free day: for a verse, or without one. It is undefined if that is not known.
 */
type AskNextFree = (verse: Verse | undefined, signal: AbortSignal) => Promise<string | undefined>;

export interface Forecaster {
  /**
   * @param verse the verse that is chosen, if the player can submit it
   * @param general the day that is known to be the next free one
   * @returns the forecast, or undefined while it is on its way, if there is none, and if it is the
   *   day that is known already
   */
  forecastOf(verse: Verse | undefined, general: string | undefined, language: Language): Forecast | undefined;
}

/** How long a choice must stand before the service is asked, in milliseconds. */
const pauseMs = 300;

/**
 * Forecasts the day of the verse that was chosen last. It keeps the forecast until another verse is
 * chosen or another day is known to be free.
 *
 * @param end ends the asking
 * @param onForecast called when a forecast has come
 */
export function createForecaster(ask: AskNextFree, end: AbortSignal, onForecast: () => void): Forecaster {
  let verseText: string | undefined;
  let asked: string | undefined;
  let asking = new AbortController();
  let found: Omit<Forecast, 'text'> | undefined;

  async function start(verse: Verse, general: string | undefined, signal: AbortSignal): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (signal.aborted) return;
    try {
      const date = await ask(verse, signal);
      // Others may have taken days since the page was loaded, which makes no verse a frequent one.
      const other = date && general && date > general ? await ask(undefined, signal) : undefined;
      if (signal.aborted) return;
      found = date && date !== general ? { date, ...(other && other < date && { sooner: other }) } : undefined;
      onForecast();
    } catch {
      // The verse can be submitted without a forecast.
    }
  }

  return {
    forecastOf(verse, general, language) {
      const text = verse && JSON.stringify(verse);
      if (text !== verseText) found = undefined;
      verseText = text;
      const next = text && text + general;
      if (next !== asked) {
        asked = next;
        asking.abort();
        asking = new AbortController();
        if (verse !== undefined) void start(verse, general, AbortSignal.any([asking.signal, end]));
      }
      const { nextFree, chosenOften } = { ...laterTexts, ...language.texts };
      return found && { ...found, text: found.sooner ? chosenOften : nextFree };
    },
  };
}
