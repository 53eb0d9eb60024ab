import { FindFreeDatesFast } from './0003-find-free-dates-fast.ts';

/**
 * Reverts `0003-find-free-dates-fast`: a date is free if it has no submission. Each day adds only
 * one bookable date, so the scan may look up every date, and there is no derived data that could
 * differ from the rows.
 */
export class DropCalendarFrontier extends FindFreeDatesFast {
  override up(): void {
    super.down();
  }

  override down(): void {
    super.up();
  }
}
