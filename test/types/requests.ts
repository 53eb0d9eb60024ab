/**
 * What a handler may read of a request, checked by `tsc` alone: nothing here is run. A line below
 * `@ts-expect-error` must not compile, every other line must.
 */
import type { Handlers as AdminHandlers } from '../../src/generated/operations.admin.ts';
import type {
  GetEligibilityRequest,
  Handlers,
  ListSubmissionsRequest,
  SubmitVerseRequest,
  SubmitVerseResponse,
} from '../../src/generated/operations.ts';

declare const request: SubmitVerseRequest;
declare const response: SubmitVerseResponse;

// Everything that the contract has.
request.userId satisfies string;
request.header['Idempotency-Key'] satisfies string | undefined;
const body = await request.readBody();
if ('response' in body) {
  body.response.status satisfies 400 | 413;
  body.response satisfies SubmitVerseResponse;
} else {
  [body.members.localDate, body.members.bookId, body.members.chapter, body.members.verse] satisfies unknown[];
}

// What may be absent, or of any type.
// @ts-expect-error
request.header['Idempotency-Key'] satisfies string;
// @ts-expect-error
if ('members' in body) body.members.chapter satisfies number;

// A parameter, a place or a member that the contract does not have, or that middleware reads.
// @ts-expect-error
request.header['Authorization'];
// @ts-expect-error
request.header['X-Request-Id'];
// @ts-expect-error
request.query;
// @ts-expect-error
if ('members' in body) body.members.id;
// @ts-expect-error
body.members;

// A handler gets nothing else, and an operation without parameters has no request.
declare function handle(handler: Handlers['submitVerse']): void;
handle(async ({ userId, header, readBody }) => {
  await readBody();
  return userId === header['Idempotency-Key'] ? response : response;
});
// @ts-expect-error
handle(async ({ query }) => (query ? response : response));
// Nor a handler that names more, whether the server has it or not.
// @ts-expect-error
handle(async ({ roles }: SubmitVerseRequest & { readonly roles: readonly string[] }) => (roles ? response : response));
declare const livez: (request: { readonly userId: string }) => ReturnType<AdminHandlers['livez']>;
// @ts-expect-error
livez satisfies AdminHandlers['livez'];

// The reads: a parameter that a check rejects is always there.
declare const eligibility: GetEligibilityRequest;
eligibility.userId satisfies string;
eligibility.query.localDate satisfies string;
// @ts-expect-error
eligibility.readBody;
declare const list: ListSubmissionsRequest;
list.userId satisfies string;
// @ts-expect-error
list.query;
