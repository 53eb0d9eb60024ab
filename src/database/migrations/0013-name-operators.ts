import { Migration } from '@mikro-orm/migrations';

/** Keeps an operator's name beside the `sub` of the token: of who has read a verse, and in the record. */
export class NameOperators extends Migration {
  override up(): void {
    // In the order in which a change of the calendar locks them.
    this.addSql('alter table scheduled_submission add reviewed_by_name text');
    this.addSql('alter table calendar_change add actor_name text');
  }

  override down(): void {
    this.addSql('alter table scheduled_submission drop reviewed_by_name');
    this.addSql('alter table calendar_change drop actor_name');
  }
}
