import type { Verse } from '../words/language.ts';
import type { Controller } from './controller.ts';
import { createLatest } from './latest.ts';

/** The day that a verse would get now. */
export interface Forecast {
  readonly date: string;
  /** The day that another verse would get, if that is an earlier one. */
  readonly sooner?: string;
}

/**
 * @param verse the verse that is chosen, if the player can submit it
 * @param general the day that is known to be the next free one
 * @returns the forecast, or undefined while it is on its way, if there is none, and if it is the
 *   day that is known already
 */
export type Forecaster = (verse: Verse | undefined, general: string | undefined) => Forecast | undefined;

/**
 * Forecasts the day of the verse that was chosen last.
 *
 * @param end ends the asking
 * @param onForecast called when a forecast has come, or does not come
 */
export function createForecaster(
  ask: Controller['nextFreeDate'],
  end: AbortSignal,
  onForecast: () => void,
): Forecaster {
  const latest = createLatest<readonly [Verse | undefined, string | undefined], Forecast>(
    async ([verse, general], signal) => {
      const date = verse && (await ask(verse, signal));
      if (!date || date === general) return undefined;
      // Others may have taken days since the page was loaded, which makes no verse a frequent one.
      const other = general && date > general ? await ask(undefined, signal) : undefined;
      return { date, ...(other && other < date && { sooner: other }) };
    },
    end,
    onForecast,
  );
  return (verse, general) => latest([verse, general]);
}
