/**
 * The responses that a handler may return, checked by `tsc` alone: nothing here is run. A line
 * below `@ts-expect-error` must not compile, every other line must.
 */
import {
  type Handlers,
  submitVerseResponses as responses,
  type SubmitVerseResponse,
} from '../../src/generated/operations.ts';

declare function respond(response: SubmitVerseResponse): void;
declare function handle(handler: Handlers['submitVerse']): void;

const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } as const;
const authenticate = { ...headers, 'WWW-Authenticate': 'Bearer' } as const;
const retry = { ...headers, 'Retry-After': 1 } as const;
declare const scheduled: Extract<SubmitVerseResponse, { status: 201 }>['body'];
const { reference, ...withoutReference } = scheduled;
const cooldownEndsAt = '2026-11-28T09:30:00.000Z';

// Every documented response.
respond({ status: 201, headers, body: scheduled });
respond({ status: 400, headers, body: { error: 'Invalid JSON body' } });
respond({ status: 400, headers, body: { error: 'A valid localDate (YYYY-MM-DD) is required' } });
respond({ status: 400, headers, body: { error: 'chapter must be 1: Jude has 1 chapter' } });
respond({ status: 401, headers: authenticate, body: { error: 'Unauthorized' } });
respond({ status: 403, headers, body: { error: "Solve today's puzzle first" } });
respond({ status: 413, headers, body: { error: 'Request body too large' } });
respond({ status: 429, headers: retry, body: { error: 'Cooldown active', cooldownEndsAt } });
respond({ status: 500, headers, body: { error: 'Failed to schedule submission' } });

// A status that is not documented, or not for this error.
// @ts-expect-error
respond({ status: 418, headers, body: { error: 'Failed to schedule submission' } });
// @ts-expect-error
respond({ status: 403, headers, body: { error: 'Failed to schedule submission' } });
// @ts-expect-error
handle(async () => ({ status: 418, headers, body: { error: 'Failed to schedule submission' } }));
// @ts-expect-error
handle(async () => undefined);

// A member that is missing, too many, or of another type.
// @ts-expect-error
respond({ status: 201, headers, body: withoutReference });
// @ts-expect-error
respond({ status: 201, headers, body: { ...withoutReference, reference: 316 } });
// @ts-expect-error
respond({ status: 201, headers, body: { ...scheduled, id: 1 } });
// @ts-expect-error
respond({ status: 429, headers: retry, body: { error: 'Cooldown active' } });
// @ts-expect-error
responses.scheduledVerse(withoutReference);
// @ts-expect-error
responses.scheduledVerse({ ...withoutReference, reference, id: 1 });

// An error text with another spelling.
// @ts-expect-error
respond({ status: 400, headers, body: { error: 'chapter must be 2: Jude has 1 chapter' } });
// @ts-expect-error
respond({ status: 400, headers, body: { error: 'No such verse' } });
// @ts-expect-error
responses.invalidVerse({ error: 'No such verse' });

// A header that is missing or has another value.
// @ts-expect-error
respond({ status: 201, headers: {}, body: scheduled });
// @ts-expect-error
respond({ status: 201, headers: { ...headers, 'Cache-Control': 'public' }, body: scheduled });
// @ts-expect-error
respond({ status: 401, headers, body: { error: 'Unauthorized' } });
// @ts-expect-error
respond({ status: 429, headers, body: { error: 'Cooldown active', cooldownEndsAt } });
// @ts-expect-error
responses.cooldownActive({ cooldownEndsAt });

// A header that middleware sets.
// @ts-expect-error
respond({ status: 403, headers: { ...headers, 'X-Request-Id': 'a' }, body: { error: "Solve today's puzzle first" } });
