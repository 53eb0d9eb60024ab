import { validSubmission } from '../support/service.ts';

export const { localDate } = validSubmission;

/** John 3:16, typed as generated clients want it: they know the books. */
export const verse = { ...validSubmission, bookId: 'JHN' } as const;
