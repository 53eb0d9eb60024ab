import { Migration } from '@mikro-orm/migrations';

/**
 * Keeps look-ups by `user_id` off the index of the cooldown's constraint. PostgreSQL preferred that
 * index while the table was small, and read all of it for each player. No look-up matches the
 * expression `user_id || ''`. The constraint rejects the same rows as before.
 */
export class KeepLookUpsOffCooldownIndex extends Migration {
  override up(): void {
    this.addSql(replaceConstraint("(user_id || '')"));
  }

  override down(): void {
    this.addSql(replaceConstraint('user_id'));
  }
}

function replaceConstraint(userId: string): string {
  return `
    alter table scheduled_submission
      drop constraint scheduled_submission_cooldown,
      add constraint scheduled_submission_cooldown exclude using gist (
        hashtextextended(user_id, 0) with =,
        ${userId} with =,
        tsrange(created_at at time zone 'UTC', created_at at time zone 'UTC' + interval '168 hours') with &&
      )`;
}
