import { Migration } from '@mikro-orm/migrations';

/**
 * The books of the contract's `BookId` when this migration was released. A copy, since a migration
 * always means the same.
 */
const books = `
  GEN EXO LEV NUM DEU JOS JDG RUT 1SA 2SA 1KI 2KI 1CH 2CH EZR NEH EST
  JOB PSA PRO ECC SNG ISA JER LAM EZK DAN HOS JOL AMO OBA JON MIC NAM
  HAB ZEP HAG ZEC MAL MAT MRK LUK JHN ACT ROM 1CO 2CO GAL EPH PHP COL
  1TH 2TH 1TI 2TI TIT PHM HEB JAS 1PE 2PE 1JN 2JN 3JN JUD REV
`;

/**
 * Rejects dates, instants and books of other programs that the contract cannot express. The
 * instants end a week earlier, since the cooldown's end must have a year of four digits too.
 * `not valid` leaves the rows that exist: `migrate` looks at them afterwards.
 */
export class RejectOddRows extends Migration {
  override up(): void {
    const codes = books.trim().split(/\s+/);
    this.addSql(`
      alter table scheduled_submission
        add constraint scheduled_submission_date_range_check
          check (scheduled_date between '2000-01-01' and '9999-12-31') not valid,
        add constraint scheduled_submission_instant_range_check
          check (created_at >= '2000-01-01 00:00Z' and created_at < '9999-12-25 00:00Z') not valid,
        add constraint scheduled_submission_known_book_check
          check (book_id in (${codes.map((code) => `'${code}'`).join(', ')})) not valid`);
  }

  override down(): void {
    this.addSql(`
      alter table scheduled_submission
        drop constraint scheduled_submission_date_range_check,
        drop constraint scheduled_submission_instant_range_check,
        drop constraint scheduled_submission_known_book_check`);
  }
}
