import { Migration } from '@mikro-orm/migrations';

/**
 * Lets the operator plan the calendar: block dates, move and withdraw submissions, and pause. `calendar_change` records who did what.
 */
export class PlanTheCalendar extends Migration {
  override up(): void {
    // A withdrawn submission has no date but stays, since its cooldown does. A swap is one update: PostgreSQL checks a deferrable constraint
    // after the statement instead of after each row.
    this.addSql(`
      alter table scheduled_submission
        alter scheduled_date drop not null,
        drop constraint scheduled_submission_scheduled_date_key,
        add constraint scheduled_submission_scheduled_date_key unique (scheduled_date) deferrable initially immediate,
        add moved_from date,
        add withdrawn_at timestamptz,
        add withdrawn_from date,
        add cooldown_ended boolean not null default false,
        add constraint scheduled_submission_moved_from_check check (moved_from between '2000-01-01' and '9999-12-31'),
        add constraint scheduled_submission_withdrawn_at_check
          check (withdrawn_at >= '2000-01-01 00:00Z' and withdrawn_at < '10000-01-01 00:00Z'),
        add constraint scheduled_submission_withdrawn_from_check
          check (withdrawn_from between '2000-01-01' and '9999-12-31'),
        add constraint scheduled_submission_withdrawn_check check (
          (scheduled_date is null) = (withdrawn_at is not null) and (scheduled_date is null) = (withdrawn_from is not null)
        ),
        add constraint scheduled_submission_cooldown_ended_check check (scheduled_date is null or not cooldown_ended)`);
    this.addSql(replaceCooldown('where (not cooldown_ended)'));

    this.addSql(`
      create table blocked_date (
        date date primary key check (date between '2000-01-01' and '9999-12-31'),
        label text not null check (char_length(label) between 1 and 100)
      )`);

    // The calendar is paused while there is a row.
    this.addSql(`
      create table calendar_pause (
        id boolean primary key default true check (id),
        since timestamptz not null default now()
      )`);

    // The desk's role sets neither `id` nor `at` (grants.sql), so it can date no change back and put none between others.
    // The submission is no foreign key: the record outlives a submission that somebody deletes.
    this.addSql(`
      create table calendar_change (
        id bigint generated always as identity primary key,
        at timestamptz not null default now(),
        actor text not null,
        action text not null check (action in ('move', 'swap', 'withdraw', 'block', 'unblock', 'pause', 'resume')),
        dates date[] not null,
        submission bigint,
        note text
      )`);
  }

  /** Fails if a submission is withdrawn, since it has no date to return to. */
  override down(): void {
    this.addSql('drop table calendar_change, calendar_pause, blocked_date');
    this.addSql(`
      alter table scheduled_submission
        alter scheduled_date set not null,
        drop constraint scheduled_submission_scheduled_date_key,
        add constraint scheduled_submission_scheduled_date_key unique (scheduled_date)`);
    this.addSql(replaceCooldown(''));
    this.addSql(
      'alter table scheduled_submission drop moved_from, drop withdrawn_at, drop withdrawn_from, drop cooldown_ended',
    );
  }
}

function replaceCooldown(condition: string): string {
  return `
    alter table scheduled_submission
      drop constraint scheduled_submission_cooldown,
      add constraint scheduled_submission_cooldown exclude using gist (
        hashtextextended(user_id, 0) with =,
        (user_id || '') with =,
        tsrange(created_at at time zone 'UTC', created_at at time zone 'UTC' + interval '168 hours') with &&
      ) ${condition}`;
}
