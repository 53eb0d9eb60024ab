// Generated from contract/openapi.puzzle.yaml by `npm run codegen`. Do not edit.

export interface paths {
    readonly "/puzzle/api/completions/{date}/{player}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Record that a player has solved the puzzle of a date
         * @description The player can then submit a verse with the date as `localDate`. A
         *     completion that is there already stays as it is.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `date` (400): the date of the path exists and has the form YYYY-MM-DD.
         *     4. `player` (400): the id of the path is one that a player can have.
         *     5. `recorded` (500): the completion could be stored.
         */
        readonly put: operations["recordCompletion"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/puzzle/api/verses/{date}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The verse of a date
         * @description The verse that is on a date of the calendar, with its text. A verse that
         *     does not exist, which only another program can have stored, counts as none.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `date` (400): the date of the path exists and has the form YYYY-MM-DD.
         *     4. `exists` (404): a verse is on the date. If there is none and the operator has
         *        blocked the date, the response has the label, so that the site can show a verse of
         *        its own.
         *     5. `read` (500): the verse and its text could be read.
         *
         *     **Caching.** The operator can move a verse until its date begins. With the stored
         *     `ETag` in `If-None-Match`, the response is 304 while the verse is the same, unless
         *     the request has `Cache-Control: no-cache`. `fetch` adds that to a request with
         *     `If-None-Match` that has no `Cache-Control` of its own, such as `max-age=0`.
         */
        readonly get: operations["getVerseOfDate"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/puzzle/api/players/{player}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Everything stored about a player
         * @description What the service has stored about a player, for a request under the GDPR. A
         *     player about whom nothing is stored has empty lists.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `player` (400): the id of the path is one that a player can have.
         *     4. `read` (500): the player's rows could be read.
         */
        readonly get: operations["exportPlayer"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Erase a player
         * @description Deletes the player's completions. Each of the player's submissions keeps its
         *     date and its verse, but gets a random id of its own in the place of the player's, and
         *     loses its key: nothing says any more whose it was, or which ones were the same
         *     player's. The cooldown goes with the id. The record of changes says that somebody was
         *     erased, and by whom, but not who. If nothing is stored about the player, nothing
         *     changes.
         *
         *     A submission at the same moment ends before or after: one that ends after has the
         *     player's id. End the player's sign-in first.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets. Nothing changes unless all succeed.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `player` (400): the id of the path is one that a player can have.
         *     4. `erased` (500): the change and its record could be stored.
         */
        readonly delete: operations["erasePlayer"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The id of a request. */
        readonly RequestId: string;
        /** @description The player's id, the `sub` of the player's token. */
        readonly PlayerId: string;
        /**
         * Format: date
         * @description A date that exists, YYYY-MM-DD, from 2000-01-01 to 9999-12-31.
         * @example 2026-11-28
         */
        readonly PuzzleDate: string;
        /**
         * Format: date
         * @description A date, YYYY-MM-DD. Another program can have stored an early one.
         */
        readonly StoredDate: string;
        /**
         * Format: date-time
         * @description An instant, RFC 3339 in UTC with milliseconds.
         * @example 2026-11-28T09:30:00.000Z
         */
        readonly Instant: string;
        /**
         * @description The verse as a reader would write it.
         * @example John 3:16
         */
        readonly Reference: string;
        /** @description `player` is absent if no player submitted the verse. */
        readonly VerseOfDate: {
            readonly date: components["schemas"]["PuzzleDate"];
            /**
             * @description The book's USFM code, one of those in `openapi.yaml`.
             * @example JHN
             */
            readonly bookId: string;
            /** Format: int32 */
            readonly chapter: number;
            /** Format: int32 */
            readonly verse: number;
            readonly reference: components["schemas"]["Reference"];
            /** @description The text of the verse, without marks of paragraphs or italics. */
            readonly words: string;
            /** @description The name of the translation. */
            readonly translation: string;
            /**
             * @description The id of the player who submitted the verse. For an erased player, it
             *     is a random one.
             */
            readonly player?: string;
        };
        readonly PlayerExport: {
            readonly player: components["schemas"]["PlayerId"];
            /**
             * @description The dates whose puzzle the player has solved, newest first; of more than
             *     10,000, the newest. Dates before the year 1 and after 9999 are left out.
             */
            readonly completions: readonly components["schemas"]["StoredDate"][];
            /**
             * Format: int64
             * @description How many completions are stored, whatever their dates.
             */
            readonly completionCount: number;
            /**
             * @description The player's submissions, newest first; of more than 10,000, the newest.
             */
            readonly submissions: readonly components["schemas"]["StoredSubmission"][];
        };
        /**
         * @description A submission as it is stored. `scheduledDate` is absent if the operator has
         *     withdrawn it; it then has `withdrawnAt` and `withdrawnFrom`. `movedFrom` is the date
         *     of the 201, if the operator has moved it. `cooldownEnded` says whether the operator
         *     has ended its cooldown. `idempotencyKey` is the key of the request, if it had one.
         *     `windowText` is that of the 201, and absent if another program stored the submission.
         *     A verse that does not exist, which only another program can have stored, has no
         *     `reference`.
         */
        readonly StoredSubmission: {
            /**
             * Format: int64
             * @description The submission's id, which the record of changes has too.
             */
            readonly id: number;
            readonly scheduledDate?: components["schemas"]["StoredDate"];
            readonly movedFrom?: components["schemas"]["StoredDate"];
            readonly withdrawnFrom?: components["schemas"]["StoredDate"];
            readonly withdrawnAt?: components["schemas"]["Instant"];
            /** @example JHN */
            readonly bookId: string;
            /** Format: int32 */
            readonly chapter: number;
            /** Format: int32 */
            readonly verse: number;
            readonly reference?: components["schemas"]["Reference"];
            readonly submittedAt: components["schemas"]["Instant"];
            readonly cooldownEnded: boolean;
            readonly windowText?: string;
            readonly idempotencyKey?: string;
        };
        readonly Unauthorized: {
            /** @enum {string} */
            readonly error: "Unauthorized";
        };
        readonly NotAllowed: {
            /** @enum {string} */
            readonly error: "Not allowed";
        };
        readonly InvalidDate: {
            /** @enum {string} */
            readonly error: "date must be a date from 2000-01-01 to 9999-12-31, YYYY-MM-DD";
        };
        readonly InvalidPlayer: {
            /** @enum {string} */
            readonly error: "player must have 1 to 255 characters, and no NUL among them";
        };
        /** @description `blocked` is the label of the date, if the operator has blocked it. */
        readonly NoVerse: {
            /** @enum {string} */
            readonly error: "No verse on this date";
            /**
             * @description Why the date is blocked, in the operator's words. It has no control
             *     characters, and does not consist of spaces alone.
             */
            readonly blocked?: string;
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
        /** @description The token lacks the operation's role. */
        readonly NotAllowed: {
            headers: {
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Not allowed"
                 *     }
                 */
                readonly "application/json": components["schemas"]["NotAllowed"];
            };
        };
        /** @description No player can have this id. */
        readonly InvalidPlayer: {
            headers: {
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "player must have 1 to 255 characters, and no NUL among them"
                 *     }
                 */
                readonly "application/json": components["schemas"]["InvalidPlayer"];
            };
        };
        /**
         * @description Something failed unexpectedly. If the database did not confirm a change in
         *     time, its outcome is unknown; the same request can be sent again.
         */
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
    };
    parameters: {
        /**
         * @description The player's id, percent-encoded.
         * @example demo-player
         */
        readonly player: components["schemas"]["PlayerId"];
        /**
         * @description The `ETag` of a stored response, or several of them, or `*` for any (RFC
         *     9110).
         * @example "of-another-verse"
         */
        readonly "If-None-Match": string;
        /**
         * @description Identifies this request in the service's log by an id that the client or a
         *     proxy chose. If the id is absent or malformed, the service generates one.
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
         * @description Only the client's own cache may store the response, and asks each time
         *     whether it is still the same (RFC 9111).
         * @example private, no-cache
         */
        readonly "Cache-Control-Private": "private, no-cache";
        /**
         * @description Identifies the body (RFC 9110). It changes with the body.
         * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
         */
        readonly ETag: string;
        /**
         * @description The request's id in the service's log: the request's own X-Request-Id, or a
         *     UUID. Middleware sets it (`x-set-by`) on every response. A handler cannot set it.
         * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
         */
        readonly "X-Request-Id": components["schemas"]["RequestId"];
        /**
         * @description The authentication scheme (RFC 6750).
         * @example Bearer
         */
        readonly "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly recordCompletion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Identifies this request in the service's log by an id that the
                 *     client or a proxy chose. If the id is absent or malformed, the service
                 *     generates one.
                 * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
                 */
                readonly "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            readonly path: {
                /**
                 * @description The date of the puzzle, as the player's calendar has it.
                 * @example 2026-11-21
                 */
                readonly date: components["schemas"]["PuzzleDate"];
                /**
                 * @description The player's id, percent-encoded.
                 * @example demo-player
                 */
                readonly player: components["parameters"]["player"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The completion is recorded. */
            readonly 204: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of the path is invalid, and `error` says which. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidDate"] | components["schemas"]["InvalidPlayer"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getVerseOfDate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of a stored response, or several of them, or `*` for any
                 *     (RFC 9110).
                 * @example "of-another-verse"
                 */
                readonly "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Identifies this request in the service's log by an id that the
                 *     client or a proxy chose. If the id is absent or malformed, the service
                 *     generates one.
                 * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
                 */
                readonly "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            readonly path: {
                /**
                 * @description The date of the puzzle.
                 * @example 2026-11-28
                 */
                readonly date: components["schemas"]["PuzzleDate"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The verse. Clients ignore members that they do not know. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control-Private"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "date": "2026-11-28",
                     *       "bookId": "JHN",
                     *       "chapter": 3,
                     *       "verse": 16,
                     *       "reference": "John 3:16",
                     *       "words": "For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.",
                     *       "translation": "King James Version",
                     *       "player": "demo-player"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["VerseOfDate"];
                };
            };
            /**
             * @description The verse is that of the `ETag` in `If-None-Match`. Middleware sends it
             *     (`x-set-by`) instead of the 200.
             */
            readonly 304: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control-Private"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The date does not exist or is malformed. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "date must be a date from 2000-01-01 to 9999-12-31, YYYY-MM-DD"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["InvalidDate"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            /** @description No verse is on the date. */
            readonly 404: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No verse on this date",
                     *       "blocked": "Christmas"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NoVerse"];
                };
            };
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly exportPlayer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Identifies this request in the service's log by an id that the
                 *     client or a proxy chose. If the id is absent or malformed, the service
                 *     generates one.
                 * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
                 */
                readonly "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            readonly path: {
                /**
                 * @description The player's id, percent-encoded.
                 * @example demo-player
                 */
                readonly player: components["parameters"]["player"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What is stored. Clients ignore members that they do not know. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "player": "demo-player",
                     *       "completions": [
                     *         "2026-11-21",
                     *         "2026-11-20"
                     *       ],
                     *       "completionCount": 2,
                     *       "submissions": [
                     *         {
                     *           "id": 7,
                     *           "scheduledDate": "2026-11-29",
                     *           "movedFrom": "2026-11-28",
                     *           "bookId": "JHN",
                     *           "chapter": 3,
                     *           "verse": 16,
                     *           "reference": "John 3:16",
                     *           "submittedAt": "2026-11-21T09:30:00.000Z",
                     *           "cooldownEnded": false,
                     *           "windowText": "November 28 – December 11, 2026",
                     *           "idempotencyKey": "8e03978e-40d5-43dd-bc93-6894a57f9324"
                     *         },
                     *         {
                     *           "id": 3,
                     *           "withdrawnFrom": "2026-11-21",
                     *           "withdrawnAt": "2026-11-15T12:00:00.000Z",
                     *           "bookId": "JUD",
                     *           "chapter": 1,
                     *           "verse": 3,
                     *           "reference": "Jude 1:3",
                     *           "submittedAt": "2026-11-14T09:30:00.000Z",
                     *           "cooldownEnded": true,
                     *           "windowText": "November 21 – December 4, 2026"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PlayerExport"];
                };
            };
            readonly 400: components["responses"]["InvalidPlayer"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly erasePlayer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Identifies this request in the service's log by an id that the
                 *     client or a proxy chose. If the id is absent or malformed, the service
                 *     generates one.
                 * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
                 */
                readonly "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            readonly path: {
                /**
                 * @description The player's id, percent-encoded.
                 * @example demo-player
                 */
                readonly player: components["parameters"]["player"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Nothing is stored about the player. */
            readonly 204: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidPlayer"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
}
