import { Migration } from '@mikro-orm/migrations';

/**
 * Makes the cooldown's constraint cheap to check; it rejects the same rows as before. PostgreSQL
 * cannot place texts well in a GiST index: each check read more and more of the index, which took
 * longer than the rest of the reservation. Hashes separate the players. The ids are still compared,
 * so two players with equal hashes do not conflict.
 */
export class CheckCooldownFast extends Migration {
  override up(): void {
    this.addSql(replaceConstraint('hashtextextended(user_id, 0) with =, user_id with ='));
  }

  override down(): void {
    this.addSql(replaceConstraint('user_id with ='));
  }
}

function replaceConstraint(samePlayer: string): string {
  return `
    alter table scheduled_submission
      drop constraint scheduled_submission_cooldown,
      add constraint scheduled_submission_cooldown exclude using gist (
        ${samePlayer},
        tsrange(created_at at time zone 'UTC', created_at at time zone 'UTC' + interval '168 hours') with &&
      )`;
}
