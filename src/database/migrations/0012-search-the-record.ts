import { Migration } from '@mikro-orm/migrations';

/**
 * Lets the desk find the changes of a date, an operator, an action or a month, the months
 * themselves, and who withdrew a verse, without reading the whole record. The expression of the
 * months is that of the desk's statements, which PostgreSQL compares with it.
 */
export class SearchTheRecord extends Migration {
  override up(): void {
    // Without fastupdate, no search reads a list of new entries first. Changes are few.
    this.addSql('create index calendar_change_dates_idx on calendar_change using gin (dates) with (fastupdate = off)');
    this.addSql('create index calendar_change_actor_id_idx on calendar_change (actor, id)');
    this.addSql('create index calendar_change_action_id_idx on calendar_change (action, id)');
    this.addSql(`
      create index calendar_change_month_id_idx on calendar_change (date_trunc('month', at at time zone 'UTC'), id)`);
    this.addSql(`
      create index calendar_change_withdrawn_submission_idx on calendar_change (submission) where action = 'withdraw'`);
  }

  override down(): void {
    this.addSql(`
      drop index calendar_change_dates_idx, calendar_change_actor_id_idx, calendar_change_action_id_idx,
        calendar_change_month_id_idx, calendar_change_withdrawn_submission_idx`);
  }
}
