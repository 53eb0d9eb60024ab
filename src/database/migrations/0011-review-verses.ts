import { Migration } from '@mikro-orm/migrations';

/**
 * Lets editors say which verses they have read, and records both verses of a swap. Of the verses
 * that are there already, those of coming dates are unread: the others have the instant of the
 * migration. So has a row that a constraint rejects, which was there before the constraint.
 */
export class ReviewVerses extends Migration {
  override up(): void {
    this.addSql('alter table scheduled_submission add reviewed_at timestamptz default now(), add reviewed_by text');
    this.addSql('alter table scheduled_submission alter reviewed_at drop default');
    this.addSql(`
      do $$
      declare coming bigint;
      begin
        for coming in select id from scheduled_submission where scheduled_date >= (now() at time zone 'UTC')::date loop
          begin
            update scheduled_submission set reviewed_at = null where id = coming;
          exception when check_violation then null;
          end;
        end loop;
      end $$`);
    this.addSql('alter table calendar_change add other_submission bigint');
  }

  override down(): void {
    this.addSql('alter table calendar_change drop other_submission');
    this.addSql('alter table scheduled_submission drop reviewed_at, drop reviewed_by');
  }
}
