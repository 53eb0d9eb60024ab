import { Migration } from '@mikro-orm/migrations';

/**
 * Lets editors say which verses they have read, and records both verses of a swap. Of the verses
 * that are there already, those of coming dates are unread: the others have the instant of the
 * migration. So has a row that was there before a constraint that it violates, since PostgreSQL
 * would reject its update. All are one update, however many there are: submissions wait meanwhile.
 */
export class ReviewVerses extends Migration {
  override up(): void {
    this.addSql('alter table scheduled_submission add reviewed_at timestamptz default now(), add reviewed_by text');
    this.addSql('alter table scheduled_submission alter reviewed_at drop default');
    this.addSql(`
      do $$
      declare conditions text;
      begin
        select string_agg(format('(%s) is not false', pg_get_expr(conbin, conrelid)), ' and ') into conditions
        from pg_constraint
        where conrelid = 'scheduled_submission'::regclass and contype = 'c' and not convalidated;
        execute format(
          'update scheduled_submission set reviewed_at = null
           where scheduled_date >= (now() at time zone ''UTC'')::date and %s',
          coalesce(conditions, 'true')
        );
      end $$`);
    this.addSql('alter table calendar_change add other_submission bigint');
  }

  override down(): void {
    this.addSql('alter table calendar_change drop other_submission');
    this.addSql('alter table scheduled_submission drop reviewed_at, drop reviewed_by');
  }
}
