import type { Context } from 'koa';
import {
  getEligibilityPatterns,
  getEligibilityResponses,
  submitVersePatterns as patterns,
  submitVerseResponses as responses,
  submitVerseOperation,
} from '../../src/generated/operations.ts';
import { createReadJson } from '../../src/http/body.ts';
import type { ApiResponse } from '../../src/http/response.ts';
import { validateVerse } from '../../src/verse/validate.ts';

const readJson = createReadJson(submitVerseOperation.maxBodyBytes);

/** The checks of an operation that need only the request: each returns a rejection, or undefined if the request passes. */
export const requestChecks: Readonly<Record<string, (ctx: Context) => Promise<ApiResponse | undefined>>> = {
  /** The service's checks 2, 3 and 6. Checks 4 and 5 are assumed to pass: the player has solved the puzzle and is not on cooldown. */
  async submitVerse(ctx) {
    const body = await readJson(ctx);
    if ('rejected' in body)
      return body.rejected === 'too large' ? responses.requestBodyTooLarge : responses.invalidJsonBody;
    const { localDate } = body.members;
    if (typeof localDate !== 'string' || !patterns.localDate.test(localDate)) return responses.invalidLocalDate;
    const verse = validateVerse(body.members);
    return 'error' in verse ? responses.invalidVerse(verse) : undefined;
  },

  async getEligibility({ query: { localDate } }) {
    const isValid = typeof localDate === 'string' && getEligibilityPatterns.localDate.test(localDate);
    return isValid ? undefined : getEligibilityResponses.invalidLocalDate;
  },

  /** It takes nothing but a token. */
  listSubmissions: async () => undefined,
};
