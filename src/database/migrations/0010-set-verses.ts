import { Migration } from '@mikro-orm/migrations';

/**
 * Lets the operator set verses, which are no player's, and restore withdrawn ones. The default id
 * of such a verse is nobody's, like that of an erased player's verse: its cooldown concerns nobody.
 */
export class SetVerses extends Migration {
  override up(): void {
    this.addSql(`
      alter table scheduled_submission
        alter user_id set default gen_random_uuid()::text,
        add by_editor boolean not null default false`);
    this.addSql(allowActions([...changes, 'restore', 'set', ...others]));
  }

  /** Fails if the record has a verse that was set or restored. The verses stay, as nobody's. */
  override down(): void {
    this.addSql(allowActions([...changes, ...others]));
    this.addSql('alter table scheduled_submission alter user_id drop default, drop by_editor');
  }
}

const changes = ['move', 'swap', 'withdraw'];
const others = ['block', 'unblock', 'pause', 'resume', 'erase'];

function allowActions(allowed: readonly string[]): string {
  return `
    alter table calendar_change
      drop constraint calendar_change_action_check,
      add constraint calendar_change_action_check check (action in (${allowed.map((action) => `'${action}'`).join(', ')}))`;
}
