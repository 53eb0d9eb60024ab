import type { Context } from 'koa';
import {
  submitVersePatterns as patterns,
  submitVerseReplies as replies,
  submitVerseOperation,
} from '../../src/generated/operations.ts';
import { createReadJson } from '../../src/http/body.ts';
import type { Reply } from '../../src/http/reply.ts';
import { validateVerse } from '../../src/verse/validate.ts';

const readJson = createReadJson(submitVerseOperation.maxBodyBytes);

/** What refuses a request of an operation by what it is, whoever the player and whatever the calendar. */
export const requestChecks: Readonly<Record<string, (ctx: Context) => Promise<Reply | undefined>>> = {
  /** The service's own checks 2, 3 and 6; between them, the player is taken to have solved the puzzle, and to be on no cooldown. */
  async submitVerse(ctx) {
    const body = await readJson(ctx);
    if ('refused' in body) return body.refused === 'too large' ? replies.requestBodyTooLarge : replies.invalidJsonBody;
    const { localDate } = body.members;
    if (typeof localDate !== 'string' || !patterns.localDate.test(localDate)) return replies.invalidLocalDate;
    const verse = validateVerse(body.members);
    return 'error' in verse ? replies.invalidVerse(verse) : undefined;
  },
};
