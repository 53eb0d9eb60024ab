import type { Context } from 'koa';
import {
  submitVersePatterns as patterns,
  submitVerseResponses as responses,
  submitVerseOperation,
} from '../../src/generated/operations.ts';
import { createReadJson } from '../../src/http/body.ts';
import type { ApiResponse } from '../../src/http/response.ts';
import { validateVerse } from '../../src/verse/validate.ts';

const readJson = createReadJson(submitVerseOperation.maxBodyBytes);

/** What rejects a request of an operation by what it is, whoever the player and whatever the calendar. */
export const requestChecks: Readonly<Record<string, (ctx: Context) => Promise<ApiResponse | undefined>>> = {
  /** The service's own checks 2, 3 and 6; between them, the player is taken to have solved the puzzle, and to be on no cooldown. */
  async submitVerse(ctx) {
    const body = await readJson(ctx);
    if ('rejected' in body)
      return body.rejected === 'too large' ? responses.requestBodyTooLarge : responses.invalidJsonBody;
    const { localDate } = body.members;
    if (typeof localDate !== 'string' || !patterns.localDate.test(localDate)) return responses.invalidLocalDate;
    const verse = validateVerse(body.members);
    return 'error' in verse ? responses.invalidVerse(verse) : undefined;
  },
};
