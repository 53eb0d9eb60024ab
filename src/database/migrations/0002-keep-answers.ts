import { Migration } from '@mikro-orm/migrations';

/**
 * Stores what a retry with the same Idempotency-Key needs: it gets the first response again, word
 * for word.
 */
export class KeepAnswers extends Migration {
  override up(): void {
    this.addSql(`
      alter table scheduled_submission
        add window_text text,
        add idempotency_key text,
        add constraint scheduled_submission_idempotency_key_check
          check (idempotency_key is null or (idempotency_key ~ '^[!-~]{1,255}$' and window_text is not null))`);
  }

  override down(): void {
    this.addSql('alter table scheduled_submission drop window_text, drop idempotency_key');
  }
}
