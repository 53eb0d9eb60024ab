import { Migration } from '@mikro-orm/migrations';

/** Lets the record say that a player was erased. */
export class RecordErasures extends Migration {
  override up(): void {
    this.addSql(allowActions([...actions, 'erase']));
  }

  /** Fails if an erasure is recorded. */
  override down(): void {
    this.addSql(allowActions(actions));
  }
}

const actions = ['move', 'swap', 'withdraw', 'block', 'unblock', 'pause', 'resume'];

function allowActions(allowed: readonly string[]): string {
  return `
    alter table calendar_change
      drop constraint calendar_change_action_check,
      add constraint calendar_change_action_check check (action in (${allowed.map((action) => `'${action}'`).join(', ')}))`;
}
