import { FindFreeDatesFast } from './0003-find-free-dates-fast.ts';

/**
 * Takes back `0003-find-free-dates-fast`: free is what has no submission. One date is handed out a day, so the scan may look each date up,
 * and nothing is derived that could differ from the rows.
 */
export class DropCalendarFrontier extends FindFreeDatesFast {
  override up(): void {
    super.down();
  }

  override down(): void {
    super.up();
  }
}
