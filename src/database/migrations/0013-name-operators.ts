import { Migration } from '@mikro-orm/migrations';

/** Lets the record keep an operator's name beside the `sub` of the token. */
export class NameOperators extends Migration {
  override up(): void {
    this.addSql('alter table calendar_change add actor_name text');
  }

  override down(): void {
    this.addSql('alter table calendar_change drop actor_name');
  }
}
