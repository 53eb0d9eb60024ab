// Generated from openapi.yaml by `npm run codegen`. Do not edit.

export interface paths {
    readonly "/api/submit-verse": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Submit a verse for a future puzzle
         * @description Reserves a free date in the puzzle's calendar for a verse that the player
         *     chose.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `readable` (400, or 413 when the body is larger than the limit): the body is JSON.
         *     3. `localDate` (400): `localDate` has the form YYYY-MM-DD.
         *     4. `solvedToday` (403): the player has solved the puzzle of `localDate`.
         *     5. `cooldown` (429): no cooldown of the player is active.
         *     6. `verse` (400): the verse exists.
         *     7. `scheduled` (500): a date is free, and the submission is stored.
         *
         *     **Solved today.** A submission is allowed only when the puzzle has recorded that this
         *     player completed `localDate`. This is an engagement rule, not a security rule.
         *
         *     **Cooldown.** It ends 7 × 24 hours (`x-cooldown`) after the player's latest
         *     submission, or earlier if the operator of the service ends it; a withdrawal of the
         *     submission alone does not. Time zones and daylight saving time do not affect it. At
         *     exactly that instant the cooldown is over. A submission's instant is rounded up to
         *     the millisecond, and so is the end of its cooldown. Of two simultaneous requests of
         *     one player, one gets 201 and the other gets 429, or the same 201 if both have one key
         *     and one verse.
         *
         *     **What is stored.** A response other than 201 has stored nothing and begins no
         *     cooldown, except a 500 whose outcome is unknown: the connection to the database was
         *     lost, or the request's time was over, while the database committed the submission. No
         *     member tells this 500 from others.
         *
         *     **Lost responses.** A client that received no response, or a 500, can retry the
         *     request with the same `Idempotency-Key`. If check 5 finds a cooldown that comes from
         *     the same player's submission of the same verse with the same key, the service returns
         *     that submission's 201 again, word for word, instead of 429, unless the operator has
         *     withdrawn that submission. The checks before it run first, as always; those after it
         *     do not run.
         *
         *     **The verse** must exist in the King James division: 66 books, 1,189 chapters, 31,102
         *     verses.
         *
         *     **The calendar.** Today is the UTC date. The first window begins some days after
         *     today, at least two, so that its dates are ahead in every time zone. Windows of equal
         *     length follow each other without gaps up to the horizon, which is so many days after
         *     today and cuts the last one short. The operator of the service sets the three numbers
         *     of days. The service reserves the earliest free date in the earliest window that has
         *     one: two submissions never have the same date. If the operator wants equal verses
         *     apart, the service prefers the earliest free date that has none within some days
         *     before or after it, or else the free date that is farthest from them. A full calendar
         *     results in 500.
         */
        readonly post: operations["submitVerse"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/eligibility": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether the player can submit, and if not, why
         * @description The facts that a page shows before the player submits a verse. Unlike a
         *     submission, this reports every obstacle, not just the first.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `localDate` (400): the query has one `localDate`, and it has the form YYYY-MM-DD.
         *     3. `exists` (400): the query names no verse, or one that exists. The error says what
         *        is allowed, as for a submission.
         *     4. `read` (500): the facts could be read.
         *
         *     The response says what is true now and promises nothing: only `POST
         *     /api/submit-verse` reserves a date. `accepting`, `nextFreeDate` and `acceptingFrom`
         *     may be a second old.
         *
         *     **A verse.** With `bookId`, `chapter` and `verse`, `nextFreeDate` is the date that a
         *     submission of this verse would get now: a later one than without them where equal
         *     verses are kept apart. A malformed one of the three counts as a verse that does not
         *     exist. It is a forecast, since another player may be faster. The service forecasts
         *     one verse of a player at a time, and leaves `nextFreeDate` out if it is not known
         *     within 2 seconds. Services before 1.5.0 ignore the verse.
         */
        readonly get: operations["getEligibility"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/submissions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The player's own submissions
         * @description The player's latest 100 submissions, newest first, and nobody else's:
         *     `submissions` has those with a date, `withdrawn` those that the operator has
         *     withdrawn. Neither has a verse that does not exist, which only another program can
         *     have stored.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `read` (500): the submissions could be read.
         */
        readonly get: operations["listSubmissions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/chapters/{bookId}/{chapter}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The text of a chapter
         * @description The verses of a chapter in the King James Version of 1769, which is in the
         *     public domain (in the United Kingdom, the Crown's letters patent restrict who may
         *     print it). Anybody may read it: the request needs no token.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets.
         *
         *     1. `exists` (404): the book has this chapter. The error says what is allowed, as for
         *        a submission.
         *     2. `read` (500): the text could be read.
         *
         *     **Caching.** Browsers and shared caches may store the text for a day. With the stored
         *     `ETag` in `If-None-Match`, a cache gets 304 while the text is the same.
         */
        readonly get: operations["getChapter"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/verses": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The verses that have some words
         * @description Verses of the King James Version of 1769 by their words, the last one by its
         *     beginning: at most ten, the best first. Those that have all words come before the
         *     others; of these, those that have them one after the other, as in the request; of
         *     these, those that begin with them. Beyond that, the more and the rarer words a verse
         *     has, the earlier it comes; how exactly is up to the service. Forms of a word count as
         *     one (`restores`, `restoreth`), old and new words as well (`charity`, `love`), and a
         *     word that no verse has as those that differ from it in one letter (`honor`,
         *     `honour`). Upper case, punctuation and figures do not matter. Anybody may search: the
         *     request needs no token.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets.
         *
         *     1. `words` (400): the query has one `words`, of 3 to 200 characters.
         *     2. `read` (500): the verses could be read. An instance runs two searches at a time;
         *        another one waits for at most 5 seconds.
         *
         *     **Caching.** Browsers and shared caches may store the verses for a day. With the
         *     stored `ETag` in `If-None-Match`, a cache gets 304 while they are the same.
         */
        readonly get: operations["findVerses"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description The id of a request.
         * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
         */
        readonly RequestId: string;
        /**
         * @description The player's local calendar date, YYYY-MM-DD. It selects the completion to
         *     look up. The check `localDate` looks only at the form: an impossible date
         *     (2026-02-31) passes it and counts as not completed.
         * @example 2026-11-21
         */
        readonly LocalDate: string;
        /**
         * Format: date-time
         * @description An instant, RFC 3339 in UTC with milliseconds.
         * @example 2026-11-28T09:30:00.000Z
         */
        readonly Instant: string;
        readonly VerseSubmission: {
            readonly localDate: components["schemas"]["LocalDate"];
            readonly bookId: components["schemas"]["BookId"];
            readonly chapter: components["schemas"]["ChapterNumber"];
            readonly verse: components["schemas"]["VerseNumber"];
        };
        /**
         * Format: int32
         * @description A chapter of the book.
         */
        readonly ChapterNumber: number;
        /**
         * Format: int32
         * @description A verse of the chapter.
         */
        readonly VerseNumber: number;
        /**
         * @description The book's USFM code, in canonical order. `x-division` is the King James
         *     division: the English name of each book, and the number of verses of each of its
         *     chapters, from chapter 1 on.
         * @enum {string}
         */
        readonly BookId: "GEN" | "EXO" | "LEV" | "NUM" | "DEU" | "JOS" | "JDG" | "RUT" | "1SA" | "2SA" | "1KI" | "2KI" | "1CH" | "2CH" | "EZR" | "NEH" | "EST" | "JOB" | "PSA" | "PRO" | "ECC" | "SNG" | "ISA" | "JER" | "LAM" | "EZK" | "DAN" | "HOS" | "JOL" | "AMO" | "OBA" | "JON" | "MIC" | "NAM" | "HAB" | "ZEP" | "HAG" | "ZEC" | "MAL" | "MAT" | "MRK" | "LUK" | "JHN" | "ACT" | "ROM" | "1CO" | "2CO" | "GAL" | "EPH" | "PHP" | "COL" | "1TH" | "2TH" | "1TI" | "2TI" | "TIT" | "PHM" | "HEB" | "JAS" | "1PE" | "2PE" | "1JN" | "2JN" | "3JN" | "JUD" | "REV";
        /**
         * @description `cooldownEndsAt` is the instant at which the player's cooldown is over, and
         *     absent without one. `acceptingFrom` is the instant at which the next date opens: a
         *     midnight, UTC, at which the horizon reaches a free date. It is absent while
         *     `accepting` is true, and where no such instant is known. `nextFreeDate` is the
         *     earliest free date, or the one that the verse of the request would get. It is absent
         *     unless `accepting` is true. Of a verse, it is also absent if it is not known in time;
         *     a service before 1.4.0 has none.
         */
        readonly Eligibility: {
            /** @description Whether the player can submit now. */
            readonly maySubmit: boolean;
            /**
             * @description Whether the puzzle has recorded that the player completed `localDate`.
             */
            readonly solvedToday: boolean;
            /** @description Whether the calendar has a free date and is not paused. */
            readonly accepting: boolean;
            readonly cooldownEndsAt?: components["schemas"]["Instant"];
            readonly nextFreeDate?: components["schemas"]["NextFreeDate"];
            readonly acceptingFrom?: components["schemas"]["Instant"];
        };
        /**
         * @description Both lists together have at most 100 items. A service before 1.3.0 has no
         *     `withdrawn`.
         */
        readonly SubmissionList: {
            readonly submissions: readonly components["schemas"]["Submission"][];
            readonly withdrawn?: readonly components["schemas"]["WithdrawnSubmission"][];
        };
        /**
         * @description `movedFrom` is the date that the player got in the 201, if the operator has
         *     moved the submission to another date since. `submittedAt` is rounded up to the
         *     millisecond.
         */
        readonly Submission: {
            readonly scheduledDate: components["schemas"]["ScheduledDate"];
            readonly movedFrom?: components["schemas"]["FormerDate"];
            readonly reference: components["schemas"]["Reference"];
            readonly bookId: components["schemas"]["BookId"];
            readonly chapter: components["schemas"]["ChapterNumber"];
            readonly verse: components["schemas"]["VerseNumber"];
            readonly submittedAt: components["schemas"]["Instant"];
        };
        /**
         * @description A submission that the operator has withdrawn. It has no date any more:
         *     `withdrawnFrom` is the one that it had.
         */
        readonly WithdrawnSubmission: {
            readonly reference: components["schemas"]["Reference"];
            readonly bookId: components["schemas"]["BookId"];
            readonly chapter: components["schemas"]["ChapterNumber"];
            readonly verse: components["schemas"]["VerseNumber"];
            readonly submittedAt: components["schemas"]["Instant"];
            readonly withdrawnAt: components["schemas"]["Instant"];
            readonly withdrawnFrom: components["schemas"]["FormerDate"];
        };
        readonly Chapter: {
            /** @description The name of the translation. */
            readonly translation: string;
            /**
             * @description The text of each verse, from verse 1 to the last, without marks of
             *     paragraphs or italics and without the titles of Psalms.
             */
            readonly verses: readonly string[];
        };
        readonly FoundVerses: {
            readonly verses: readonly components["schemas"]["FoundVerse"][];
        };
        readonly FoundVerse: {
            readonly bookId: components["schemas"]["BookId"];
            readonly chapter: components["schemas"]["ChapterNumber"];
            readonly verse: components["schemas"]["VerseNumber"];
            readonly reference: components["schemas"]["Reference"];
            /** @description The text of the verse, as in its chapter. */
            readonly words: string;
        };
        /**
         * Format: date
         * @description The future date reserved for the verse.
         * @example 2026-11-28
         */
        readonly ScheduledDate: string;
        /**
         * Format: date
         * @description The earliest date that is free now.
         * @example 2026-12-04
         */
        readonly NextFreeDate: string;
        /**
         * Format: date
         * @description A date that the verse had before the operator moved or withdrew it.
         * @example 2026-11-22
         */
        readonly FormerDate: string;
        /**
         * @description The verse as a reader would write it: the English name of the book
         *     (`x-division`), the chapter, a colon and the verse. In Psalms, the name is `Psalm`.
         * @example John 3:16
         */
        readonly Reference: string;
        readonly ScheduledVerse: {
            readonly scheduledDate: components["schemas"]["ScheduledDate"];
            readonly reference: components["schemas"]["Reference"];
            /**
             * @description The first and last day of the window that contains the date, in English,
             *     as `Intl.DateTimeFormat('en-US', {dateStyle: 'long'})` formats a range: what both
             *     days share is written once. Thin spaces (U+2009) surround the dash (U+2013).
             *     Examples, with plain spaces: `December 1 – 14, 2026`, `November 28 – December 11,
             *     2026`, `December 26, 2026 – January 8, 2027`, and `December 1, 2026` for a window
             *     of one day.
             * @example November 28 – December 11, 2026
             */
            readonly windowText: string;
        };
        readonly Unauthorized: {
            /** @enum {string} */
            readonly error: "Unauthorized";
        };
        readonly InvalidJsonBody: {
            /** @enum {string} */
            readonly error: "Invalid JSON body";
        };
        readonly RequestBodyTooLarge: {
            /** @enum {string} */
            readonly error: "Request body too large";
        };
        readonly InvalidLocalDate: {
            /** @enum {string} */
            readonly error: "A valid localDate (YYYY-MM-DD) is required";
        };
        readonly NotSolvedToday: {
            /** @enum {string} */
            readonly error: "Solve today's puzzle first";
        };
        /**
         * @description The cooldown ends at the instant `cooldownEndsAt`: that of the player's
         *     latest submission, its `submittedAt`, plus `x-cooldown`.
         */
        readonly CooldownActive: {
            /** @enum {string} */
            readonly error: "Cooldown active";
            readonly cooldownEndsAt: components["schemas"]["Instant"];
        };
        readonly InvalidVerse: {
            /**
             * @description Names the invalid member or parameter and says what is allowed; one of
             *     `x-messages`. It never repeats what was sent. If several are invalid, it is that
             *     of the first of `bookId`, `chapter` and `verse`.
             *
             *     `{count}` is the number of the codes of `BookId`, `{first}` and `{last}` are the
             *     first and the last of them. `{book}` is the name of the book in `x-division`, and
             *     `{chapters}` how many chapters it has. `{passage}` is the chapter, as a reader
             *     would write it and as in `Reference`, such as `John 3` or `Psalm 117`, and
             *     `{verses}` how many verses it has.
             * @example verse must be an integer from 1 to 36: John 3 has 36 verses
             */
            readonly error: `bookId must be one of the ${string} USFM book codes ${string} to ${string}, in upper case` | `chapter must be an integer from 1 to ${string}: ${string} has ${string} chapters` | `chapter must be 1: ${string} has 1 chapter` | `verse must be an integer from 1 to ${string}: ${string} has ${string} verses`;
        };
        readonly InvalidWords: {
            /** @enum {string} */
            readonly error: "words must have 3 to 200 characters";
        };
        readonly SchedulingFailed: {
            /** @enum {string} */
            readonly error: "Failed to schedule submission";
        };
        readonly BadRequest: {
            /** @enum {string} */
            readonly error: "Bad request";
        };
        readonly NotFound: {
            /** @enum {string} */
            readonly error: "Not found";
        };
        readonly MethodNotAllowed: {
            /** @enum {string} */
            readonly error: "Method not allowed";
        };
        readonly InternalError: {
            /** @enum {string} */
            readonly error: "Internal error";
        };
    };
    responses: {
        /** @description The request has no token, or an invalid one. */
        readonly Unauthorized: {
            headers: {
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Unauthorized"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Unauthorized"];
            };
        };
        /** @description Something failed unexpectedly. */
        readonly InternalError: {
            headers: {
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Internal error"
                 *     }
                 */
                readonly "application/json": components["schemas"]["InternalError"];
            };
        };
        /**
         * @description The request is ambiguous or not HTTP, such as one with an invalid target or
         *     several `Host` headers.
         */
        readonly BadRequest: {
            headers: {
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Bad request"
                 *     }
                 */
                readonly "application/json": components["schemas"]["BadRequest"];
            };
        };
        /** @description The path is not in this document. */
        readonly NotFound: {
            headers: {
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Not found"
                 *     }
                 */
                readonly "application/json": components["schemas"]["NotFound"];
            };
        };
        /** @description The path is in this document, but not with this method. */
        readonly MethodNotAllowed: {
            headers: {
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly Allow: components["headers"]["Allow"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Method not allowed"
                 *     }
                 */
                readonly "application/json": components["schemas"]["MethodNotAllowed"];
            };
        };
    };
    parameters: {
        /**
         * @description Identifies this submission: a retry with the same key and verse gets the
         *     original 201 again, unless the operator has withdrawn the submission. It has 1 to 255
         *     visible ASCII characters, such as a UUID. A malformed key is ignored.
         *
         *     A key belongs to its verse: while the cooldown lasts, a request with the same key and
         *     another book, chapter or verse gets 429. `localDate` is not compared, since midnight
         *     may have passed before the retry. Once the cooldown is over, the same key makes a new
         *     submission.
         * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
         */
        readonly "Idempotency-Key": string;
        /**
         * @description The `ETag` of a stored response, or several of them, or `*` for any (RFC
         *     9110).
         * @example "of-another-text"
         */
        readonly "If-None-Match": string;
        /**
         * @description Identifies this request in the service's log by an id that the client or a
         *     proxy chose. If the id is absent or malformed, or shared caches may store the
         *     response, the service generates one.
         * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
         */
        readonly "X-Request-Id": components["schemas"]["RequestId"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description Caches must not store the response (RFC 9111).
         * @example no-store
         */
        readonly "Cache-Control": string;
        /**
         * @description Any cache may store the response for a day (RFC 9111).
         * @example public, max-age=86400
         */
        readonly "Cache-Control-Day": string;
        /**
         * @description Identifies the body (RFC 9110). It changes with the body.
         * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
         */
        readonly ETag: string;
        /**
         * @description The request's id in the service's log: the request's own X-Request-Id, or a
         *     UUID. A response that shared caches may store always has a UUID, and from a cache
         *     that of the request that filled it. Middleware sets it (`x-set-by`) on every response
         *     of the service, including those that belong to no operation. A handler cannot set it.
         * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
         */
        readonly "X-Request-Id": components["schemas"]["RequestId"];
        /**
         * @description The authentication scheme (RFC 6750).
         * @example Bearer
         */
        readonly "WWW-Authenticate": string;
        /**
         * @description Whole seconds until the cooldown ends, rounded up (RFC 9110).
         * @example 604800
         */
        readonly "Retry-After": number;
        /**
         * @description The methods of the path, separated by commas (RFC 9110).
         * @example POST
         */
        readonly Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly submitVerse: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Identifies this submission: a retry with the same key and verse gets
                 *     the original 201 again, unless the operator has withdrawn the submission. It
                 *     has 1 to 255 visible ASCII characters, such as a UUID. A malformed key is
                 *     ignored.
                 *
                 *     A key belongs to its verse: while the cooldown lasts, a request with the same
                 *     key and another book, chapter or verse gets 429. `localDate` is not compared,
                 *     since midnight may have passed before the retry. Once the cooldown is over,
                 *     the same key makes a new submission.
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Identifies this request in the service's log by an id that the
                 *     client or a proxy chose. If the id is absent or malformed, or shared caches
                 *     may store the response, the service generates one.
                 * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
                 */
                readonly "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * @description Read as JSON whatever the Content-Type says, at most 64 KiB (`x-max-bytes`)
         *     after decompression. An absent body, `null` and JSON that is not an object count as
         *     an empty object, which has no `localDate`; white space alone is not JSON.
         *     `Content-Encoding` is one of `gzip`, `deflate` and `br`, in any case: a body with
         *     another one, or with several, cannot be read. JSON is UTF-8 (RFC 8259), and a byte
         *     order mark before it is ignored: a body that declares another charset or has other
         *     bytes cannot be read; nor can one with the character U+FFFD, which stands for such
         *     bytes, unless it is escaped. An empty charset counts as none. Members that are not
         *     named here are ignored. A number is an integer by its value: `3.0` and `3e0` are 3.
         */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "localDate": "2026-11-21",
                 *       "bookId": "JHN",
                 *       "chapter": 3,
                 *       "verse": 16
                 *     }
                 */
                readonly "application/json": components["schemas"]["VerseSubmission"];
            };
        };
        readonly responses: {
            /**
             * @description The verse is scheduled. Clients ignore members that they do not know.
             */
            readonly 201: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scheduledDate": "2026-11-28",
                     *       "reference": "John 3:16",
                     *       "windowText": "November 28 – December 11, 2026"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ScheduledVerse"];
                };
            };
            /**
             * @description One of three checks failed, and `error` says which: the body is not
             *     JSON, `localDate` is missing or malformed, or the verse does not exist.
             */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidJsonBody"] | components["schemas"]["InvalidLocalDate"] | components["schemas"]["InvalidVerse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            /** @description The puzzle has not recorded that this player completed `localDate`. */
            readonly 403: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Solve today's puzzle first"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NotSolvedToday"];
                };
            };
            /**
             * @description The body is larger than 64 KiB after decompression. Check 2 fails with
             *     this response instead of 400. The connection is closed after it.
             */
            readonly 413: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Request body too large"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RequestBodyTooLarge"];
                };
            };
            /** @description The player submitted a verse less than 7 × 24 hours ago. */
            readonly 429: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Cooldown active",
                     *       "cooldownEndsAt": "2026-11-28T09:30:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["CooldownActive"];
                };
            };
            /**
             * @description No date could be reserved, or something failed unexpectedly. The outcome
             *     can be unknown ("What is stored"): a retry with the same `Idempotency-Key` gets
             *     the stored 201 or a new attempt.
             */
            readonly 500: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Failed to schedule submission"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SchedulingFailed"];
                };
            };
        };
    };
    readonly getEligibility: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The player's local calendar date, as in a submission. A missing,
                 *     malformed or repeated one is rejected.
                 * @example 2026-11-21
                 */
                readonly localDate: components["schemas"]["LocalDate"];
                /**
                 * @description The USFM code of a verse's book, in upper case. `bookId`, `chapter`
                 *     and `verse` come together or not at all.
                 * @example JHN
                 */
                readonly bookId?: components["schemas"]["BookId"];
                /**
                 * @description The verse's chapter.
                 * @example 3
                 */
                readonly chapter?: components["schemas"]["ChapterNumber"];
                /**
                 * @description The verse.
                 * @example 16
                 */
                readonly verse?: components["schemas"]["VerseNumber"];
            };
            readonly header?: {
                /**
                 * @description Identifies this request in the service's log by an id that the
                 *     client or a proxy chose. If the id is absent or malformed, or shared caches
                 *     may store the response, the service generates one.
                 * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
                 */
                readonly "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The facts. Clients ignore members that they do not know. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "maySubmit": false,
                     *       "solvedToday": true,
                     *       "accepting": true,
                     *       "cooldownEndsAt": "2026-11-28T09:30:00.000Z",
                     *       "nextFreeDate": "2026-12-04"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Eligibility"];
                };
            };
            /**
             * @description One of two checks failed, and `error` says which: `localDate` is
             *     missing, repeated or has another form, or the verse does not exist.
             */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidLocalDate"] | components["schemas"]["InvalidVerse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listSubmissions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Identifies this request in the service's log by an id that the
                 *     client or a proxy chose. If the id is absent or malformed, or shared caches
                 *     may store the response, the service generates one.
                 * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
                 */
                readonly "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The submissions. Clients ignore members that they do not know. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "submissions": [
                     *         {
                     *           "scheduledDate": "2026-11-28",
                     *           "reference": "John 3:16",
                     *           "bookId": "JHN",
                     *           "chapter": 3,
                     *           "verse": 16,
                     *           "submittedAt": "2026-11-21T09:30:00.000Z"
                     *         },
                     *         {
                     *           "scheduledDate": "2026-11-29",
                     *           "movedFrom": "2026-11-22",
                     *           "reference": "Psalm 23:1",
                     *           "bookId": "PSA",
                     *           "chapter": 23,
                     *           "verse": 1,
                     *           "submittedAt": "2026-11-14T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "withdrawn": [
                     *         {
                     *           "reference": "Jude 1:3",
                     *           "bookId": "JUD",
                     *           "chapter": 1,
                     *           "verse": 3,
                     *           "submittedAt": "2026-11-07T09:30:00.000Z",
                     *           "withdrawnAt": "2026-11-08T12:00:00.000Z",
                     *           "withdrawnFrom": "2026-11-15"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SubmissionList"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getChapter: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of a stored response, or several of them, or `*` for any
                 *     (RFC 9110).
                 * @example "of-another-text"
                 */
                readonly "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Identifies this request in the service's log by an id that the
                 *     client or a proxy chose. If the id is absent or malformed, or shared caches
                 *     may store the response, the service generates one.
                 * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
                 */
                readonly "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            readonly path: {
                /**
                 * @description The book's USFM code, in upper case.
                 * @example PSA
                 */
                readonly bookId: components["schemas"]["BookId"];
                /**
                 * @description A chapter of the book.
                 * @example 117
                 */
                readonly chapter: components["schemas"]["ChapterNumber"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /**
             * @description The text of the chapter. Clients ignore members that they do not know.
             */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control-Day"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "translation": "King James Version",
                     *       "verses": [
                     *         "O praise the LORD, all ye nations: praise him, all ye people.",
                     *         "For his merciful kindness is great toward us: and the truth of the LORD endureth for ever. Praise ye the LORD."
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Chapter"];
                };
            };
            /**
             * @description The text is that of the `ETag` in `If-None-Match`. Middleware sends it
             *     (`x-set-by`) instead of the 200.
             */
            readonly 304: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control-Day"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The book or the chapter does not exist. */
            readonly 404: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "chapter must be an integer from 1 to 21: John has 21 chapters"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["InvalidVerse"];
                };
            };
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly findVerses: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description Words of a verse, as somebody types or pastes them. Missing,
                 *     shorter, longer or repeated ones are rejected.
                 * @example for god so loved
                 */
                readonly words: string;
            };
            readonly header?: {
                /**
                 * @description The `ETag` of a stored response, or several of them, or `*` for any
                 *     (RFC 9110).
                 * @example "of-another-text"
                 */
                readonly "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Identifies this request in the service's log by an id that the
                 *     client or a proxy chose. If the id is absent or malformed, or shared caches
                 *     may store the response, the service generates one.
                 * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
                 */
                readonly "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /**
             * @description The verses, or an empty list. Clients ignore members that they do not
             *     know.
             */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control-Day"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verses": [
                     *         {
                     *           "bookId": "JHN",
                     *           "chapter": 3,
                     *           "verse": 16,
                     *           "reference": "John 3:16",
                     *           "words": "For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life."
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["FoundVerses"];
                };
            };
            /**
             * @description The verses are those of the `ETag` in `If-None-Match`. Middleware sends
             *     it (`x-set-by`) instead of the 200.
             */
            readonly 304: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control-Day"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `words` is missing, too short, too long or repeated. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "words must have 3 to 200 characters"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["InvalidWords"];
                };
            };
            readonly 500: components["responses"]["InternalError"];
        };
    };
}
