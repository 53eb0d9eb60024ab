// Generated from contract/openapi.desk.yaml by `npm run codegen`. Do not edit.

export interface paths {
    readonly "/desk/api/calendar": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The calendar, day by day
         * @description The dates of a range, each with what is on it, and how the calendar stands
         *     as a whole.
         *
         *     **Reading again.** With the stored `ETag` in `If-None-Match`, the response is 304
         *     while the body would be the same, unless the request has `Cache-Control: no-cache`.
         *     `fetch` adds that to a request with `If-None-Match` that has no `Cache-Control` of
         *     its own, such as `max-age=0`. The body changes with every date, since it has `today`
         *     and `frozenUntil`.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `from` (400): `from` has the form YYYY-MM-DD.
         *     4. `to` (400): `to` has the form YYYY-MM-DD.
         *     5. `range` (400): `to` is not before `from`, and they are at most 366 dates.
         *     6. `read` (500): the calendar could be read.
         */
        readonly get: operations["getCalendar"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/desk/api/calendar.csv": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The calendar as a table
         * @description The dates of a range as a CSV file (RFC 4180) in UTF-8, with a header row.
         *     No cell begins a formula of a spreadsheet, nor does a part of one behind a semicolon
         *     or a line break: an apostrophe comes before one that would. A verse of the editor's
         *     own has no `player`.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `from` (400): `from` has the form YYYY-MM-DD.
         *     4. `to` (400): `to` has the form YYYY-MM-DD.
         *     5. `range` (400): `to` is not before `from`, and they are at most 366 dates.
         *     6. `read` (500): the calendar could be read.
         */
        readonly get: operations["getCalendarCsv"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/desk/api/calendar.ics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The calendar for calendar programs
         * @description The reserved and the blocked dates of a range as an iCalendar file (RFC
         *     5545), an event of a whole day for each. The description of a verse's event is its
         *     words. No event makes its reader busy.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `from` (400): `from` has the form YYYY-MM-DD.
         *     4. `to` (400): `to` has the form YYYY-MM-DD.
         *     5. `range` (400): `to` is not before `from`, and they are at most 366 dates.
         *     6. `read` (500): the calendar could be read.
         */
        readonly get: operations["getCalendarIcs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/desk/api/submissions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Find submissions
         * @description The submissions that all given parameters fit, newest first, at most 50 at a
         *     time. One that another program stored is left out if the contract cannot express it,
         *     but counted.
         *
         *     **Text.** `text` finds verses by what a person knows of them. It fits a submission
         *     whose verse has all of its words, as `findVerses` counts them; one whose latest
         *     withdrawal has a note that contains each of its words; and one of the player with
         *     this id or, if the text has at least 8 characters, with an id that begins with it.
         *     Upper and lower case differ only in ids. With `verse` and `text`, one of the two is
         *     enough.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `player` (400): `player` is a text of 1 to 255 characters.
         *     4. `verse` (400): `verse` has the form of a book, a chapter or a verse. One that does
         *        not exist finds nothing.
         *     5. `text` (400): `text` is a text of 1 to 255 characters.
         *     6. `withdrawn` (400): `withdrawn` is true or false.
         *     7. `unread` (400): `unread` is true or false.
         *     8. `before` (400): `before` is the id of a submission.
         *     9. `read` (500): the submissions could be read.
         */
        readonly get: operations["findSubmissions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/desk/api/submissions/{id}/move": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Move a verse to another date
         * @description Moves a verse to a free date, or swaps it with the verse on that date. A
         *     repeated `Idempotency-Key` still gets the response that the player got first; the
         *     player's list has the date of today, and the first one as `movedFrom`.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets. Nothing changes unless all succeed.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `readable` (400, or 413 when the body is larger than the limit): the body is JSON,
         *        and its Content-Type says so.
         *     4. `valid` (400): each member is valid. The error names the first that is not.
         *     5. `exists` (404): a submission has the id of the path.
         *     6. `seen` (409): the operator saw the latest change of both dates; the verse is on
         *        `from`, and with `swapWith`, that verse is on `to`.
         *     7. `unfrozen` (409): neither date is frozen.
         *     8. `unblocked` (409): no verse of a player goes to a blocked date. One of the
         *        editor's own may.
         *     9. `untaken` (409): no verse is on the date `to`, or `swapWith` names it.
         *     10. `changed` (500): the change and its record could be stored.
         */
        readonly post: operations["moveSubmission"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/desk/api/submissions/{id}/withdraw": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Withdraw a verse
         * @description Takes a verse out of the calendar. Its date is free again, or blocked if it
         *     was. The player's cooldown stays unless `endCooldown` ends it, and the player's list
         *     shows the verse as withdrawn. `restoreSubmission` takes it back. The cooldown of a
         *     withdrawn verse can be ended later by the same request with `endCooldown`.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets. Nothing changes unless all succeed.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `readable` (400, or 413 when the body is larger than the limit): the body is JSON,
         *        and its Content-Type says so.
         *     4. `valid` (400): each member is valid. The error names the first that is not.
         *     5. `exists` (404): a submission has the id of the path.
         *     6. `seen` (409): the operator saw the latest change of `from`; the verse is on it, or
         *        was withdrawn from it.
         *     7. `unfrozen` (409): the date is not frozen, or the verse is withdrawn already.
         *     8. `changed` (500): the change and its record could be stored.
         */
        readonly post: operations["withdrawSubmission"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/desk/api/blocked-dates": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Find blocked dates
         * @description The blocked dates from today (UTC) on, ascending, at most 400.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `label` (400): `label` is a text of 1 to 100 characters without control
         *        characters, and not only spaces.
         *     4. `read` (500): the dates could be read.
         */
        readonly get: operations["findBlockedDates"];
        readonly put?: never;
        /**
         * Block many dates
         * @description Blocks those of the dates that can be blocked, all with one label and one
         *     row in the record, and says of each date what became of it. A date that is blocked
         *     already keeps its label.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets. Nothing changes unless all succeed.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `readable` (400, or 413 when the body is larger than the limit): the body is JSON,
         *        and its Content-Type says so.
         *     4. `valid` (400): each member is valid. The error names the first that is not.
         *     5. `changed` (500): the change and its record could be stored.
         */
        readonly post: operations["blockDates"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/desk/api/blocked-dates/unblock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Unblock many dates
         * @description Unblocks those of the dates that are blocked, with one row in the record,
         *     and says of each date what became of it.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets. Nothing changes unless all succeed.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `readable` (400, or 413 when the body is larger than the limit): the body is JSON,
         *        and its Content-Type says so.
         *     4. `valid` (400): `dates` is valid.
         *     5. `changed` (500): the change and its record could be stored.
         */
        readonly post: operations["unblockDates"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/desk/api/submissions/{id}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Restore a withdrawn verse
         * @description Puts a withdrawn verse on a date again: on its old one, or on another. The
         *     player's list has it with this date, and the first one as `movedFrom`. Its cooldown
         *     counts again, even if it was ended, and a repeated `Idempotency-Key` gets the
         *     response that the player got first.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets. Nothing changes unless all succeed.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `readable` (400, or 413 when the body is larger than the limit): the body is JSON,
         *        and its Content-Type says so.
         *     4. `valid` (400): each member is valid. The error names the first that is not.
         *     5. `exists` (404): a submission has the id of the path.
         *     6. `seen` (409): the operator saw the latest change of both dates; the verse was
         *        withdrawn from `from`.
         *     7. `unfrozen` (409): the date `to` is not frozen.
         *     8. `unblocked` (409): the date `to` is not blocked, or the verse is the editor's own.
         *     9. `untaken` (409): no verse is on the date `to`.
         *     10. `cooldown` (409): the player submitted no other verse less than 168 hours before
         *         or after this one, except verses whose cooldown was ended.
         *     11. `changed` (500): the change and its record could be stored.
         */
        readonly post: operations["restoreSubmission"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/desk/api/submissions/{id}/review": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Say that a verse is read, or unread again
         * @description Of several editors who say that the verse is read, the first one counts.
         *     `reviewed: false` takes back the operator's own reading, or a colleague's that
         *     `reviewedAt` names; a verse of the editor's own stays read.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets. Nothing changes unless all succeed.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `readable` (400, or 413 when the body is larger than the limit): the body is JSON,
         *        and its Content-Type says so.
         *     4. `valid` (400): each member is valid. The error names the first that is not.
         *     5. `exists` (404): a submission has the id of the path.
         *     6. `seen` (409): no colleague has read the verse, or `reviewedAt` names that reading
         *        and `reviewed` is false.
         *     7. `changed` (500): it could be stored.
         */
        readonly put: operations["reviewSubmission"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/desk/api/review": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Say that all verses up to a date are read
         * @description Marks as read all verses that are on a date up to `to` and were submitted no
         *     later than the one with the id `newest`, the latest that the editor has seen. A verse
         *     that has come since stays unread.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets. Nothing changes unless all succeed.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `readable` (400, or 413 when the body is larger than the limit): the body is JSON,
         *        and its Content-Type says so.
         *     4. `valid` (400): each member is valid. The error names the first that is not.
         *     5. `changed` (500): it could be stored.
         */
        readonly post: operations["reviewSubmissions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/desk/api/verses/{date}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set a verse of one's own
         * @description Puts a verse of the editor's own on a free or a blocked date: a submission
         *     without a player, which causes no cooldown. It is moved, withdrawn and restored like
         *     the others. A block stays below it: if the verse leaves the date, the date is blocked
         *     again.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets. Nothing changes unless all succeed.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `readable` (400, or 413 when the body is larger than the limit): the body is JSON,
         *        and its Content-Type says so.
         *     4. `valid` (400): the date of the path and each member are valid. The error names the
         *        first that is not.
         *     5. `seen` (409): the operator saw the latest change of the date.
         *     6. `unfrozen` (409): the date is not frozen.
         *     7. `untaken` (409): no verse is on the date.
         *     8. `changed` (500): the change and its record could be stored.
         */
        readonly put: operations["setVerse"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/desk/api/pause": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Pause the calendar, or resume it
         * @description During a pause no submission gets a date: for players, the calendar is full.
         *     Operators can still move verses and block dates.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets. Nothing changes unless all succeed.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `readable` (400, or 413 when the body is larger than the limit): the body is JSON,
         *        and its Content-Type says so.
         *     4. `valid` (400): each member is valid. The error names the first that is not.
         *     5. `seen` (409): the operator saw the pause's latest change.
         *     6. `changed` (500): the change and its record could be stored.
         */
        readonly put: operations["setPause"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/desk/api/changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Who changed what
         * @description The record of changes, newest first, at most 50 at a time: those that all
         *     given parameters fit.
         *
         *     The checks run in this order (`x-checks`). The first one that fails ends the request
         *     with the status in brackets.
         *
         *     1. `authenticated` (401): the request has a valid token.
         *     2. `allowed` (403): the token has the operation's role.
         *     3. `before` (400): `before` is the id of a change.
         *     4. `action` (400): `action` is one that the record can have.
         *     5. `month` (400): `month` has the form YYYY-MM.
         *     6. `date` (400): `date` has the form YYYY-MM-DD.
         *     7. `actor` (400): `actor` is an operator's id of 1 to 255 characters.
         *     8. `read` (500): the record could be read.
         */
        readonly get: operations["listChanges"];
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
        /** @description The id of a request. */
        readonly RequestId: string;
        /**
         * Format: int64
         * @description The id of a submission or of a change.
         */
        readonly Id: number;
        /**
         * Format: date
         * @description A date, YYYY-MM-DD, from 2000-01-01 to 9999-12-31.
         * @example 2026-12-25
         */
        readonly CalendarDate: string;
        /**
         * @description A month, YYYY-MM.
         * @example 2026-12
         */
        readonly Month: string;
        /**
         * Format: date-time
         * @description An instant, RFC 3339 in UTC with milliseconds.
         * @example 2026-11-28T09:30:00.000Z
         */
        readonly Instant: string;
        /**
         * @description The player's id. An erased player's verse and one of the editor's own have a
         *     random id, which is nobody's.
         */
        readonly Player: string;
        /**
         * @description What was changed.
         * @enum {string}
         */
        readonly Action: "move" | "swap" | "withdraw" | "restore" | "set" | "block" | "unblock" | "pause" | "resume" | "erase";
        /**
         * @description The book's USFM code, one of those in `openapi.yaml`.
         * @example JHN
         */
        readonly BookId: string;
        /** Format: int32 */
        readonly ChapterNumber: number;
        /** Format: int32 */
        readonly VerseNumber: number;
        /** @description The text of the verse, from the King James Version. */
        readonly Words: string;
        /**
         * @description The verse as a reader would write it.
         * @example John 3:16
         */
        readonly Reference: string;
        /**
         * @description Why a date is blocked, for operators. It has no control characters, and does
         *     not consist of spaces alone.
         */
        readonly Label: string;
        /**
         * @description Why a change was made, for the record. It has no control characters other
         *     than the line feed.
         */
        readonly Note: string;
        /**
         * @description Dates up to `frozenUntil` are frozen. Within `repeatDays` of a verse,
         *     players get no date for an equal one while a date farther away is free; 0 turns that
         *     off. `freeDates` counts the bookable dates that are free. Of the dates from today to
         *     `lastBookable`, `reservedDates` have a verse, and `blockedDates` are blocked and have
         *     none. Every date from today to `coveredUntil`, both included, is reserved or blocked,
         *     and the date after it is neither. `coveredUntil` is absent if today is neither.
         *     `unread` counts the verses from today on that no editor has read; `firstUnread` is
         *     the date of the first, absent if there is none.
         */
        readonly Calendar: {
            readonly today: components["schemas"]["CalendarDate"];
            readonly frozenUntil: components["schemas"]["CalendarDate"];
            readonly firstBookable: components["schemas"]["CalendarDate"];
            readonly lastBookable: components["schemas"]["CalendarDate"];
            /** Format: int32 */
            readonly repeatDays: number;
            /** Format: int32 */
            readonly freeDates: number;
            /** Format: int32 */
            readonly reservedDates: number;
            /** Format: int32 */
            readonly blockedDates: number;
            readonly coveredUntil?: components["schemas"]["CalendarDate"];
            readonly unread: components["schemas"]["UnreadCount"];
            readonly firstUnread?: components["schemas"]["CalendarDate"];
            /** @description Whether players get no date at present. */
            readonly paused: boolean;
            readonly pauseChange: components["schemas"]["LatestChange"];
            /**
             * @description Whether whoever reads this may also change the calendar.
             * @enum {string}
             */
            readonly role: "calendar-viewer" | "calendar-editor";
            /** @description Every date of the range, ascending. */
            readonly days: readonly components["schemas"]["Day"][];
        };
        /**
         * @description A date, and what is on it. `submission` is there if it is reserved, `label`
         *     if it is blocked; each is absent if another program stored a row that it cannot
         *     express. A blocked date with a verse of the editor's own is reserved, and has its
         *     `label` too.
         */
        readonly Day: {
            readonly date: components["schemas"]["CalendarDate"];
            /** @enum {string} */
            readonly state: "free" | "reserved" | "blocked";
            readonly latestChange: components["schemas"]["LatestChange"];
            readonly submission?: components["schemas"]["DeskSubmission"];
            readonly label?: components["schemas"]["Label"];
        };
        /**
         * @description A submission on a date. `reviewedBy` and `reviewedAt` say who has read a
         *     player's verse, and when, if that is known, and `reviewedByName` is the editor's name
         *     as in the record.
         */
        readonly DeskSubmission: {
            readonly id: components["schemas"]["Id"];
            readonly player: components["schemas"]["Player"];
            /** @description The verse is the editor's own. Absent for a player's. */
            readonly byEditor?: boolean;
            /**
             * @description Whether an editor has read the verse. True for one of the editor's own.
             */
            readonly reviewed: boolean;
            readonly reviewedBy?: components["schemas"]["Actor"];
            readonly reviewedByName?: components["schemas"]["ActorName"];
            readonly reviewedAt?: components["schemas"]["Instant"];
            readonly reference: components["schemas"]["Reference"];
            readonly bookId: components["schemas"]["BookId"];
            readonly chapter: components["schemas"]["ChapterNumber"];
            readonly verse: components["schemas"]["VerseNumber"];
            readonly words?: components["schemas"]["Words"];
            readonly submittedAt: components["schemas"]["Instant"];
            readonly movedFrom?: components["schemas"]["CalendarDate"];
            /**
             * @description The other dates of the same verse that are at most a year away, the
             *     nearest five of them, ascending.
             */
            readonly alsoOn: readonly components["schemas"]["CalendarDate"][];
            /**
             * Format: int32
             * @description How many more such dates there are. It is absent if there are none.
             */
            readonly alsoOnMore?: number;
        };
        /**
         * @description `before` is what the next request needs for the submissions before these; it
         *     is absent if there are none.
         */
        readonly FoundSubmissions: {
            /**
             * Format: int32
             * @description How many submissions are found, on this page and on further ones.
             */
            readonly count: number;
            readonly submissions: readonly components["schemas"]["FoundSubmission"][];
            readonly before?: components["schemas"]["Id"];
        };
        /**
         * @description A submission, and where it is: on a `date`, or withdrawn. `withdrawnBy`,
         *     `withdrawnByName` and `withdrawalNote` are those of the record, absent if that has no
         *     withdrawal of it, or one without a note. `latestChange` is that of its date, or of
         *     the one from which it was withdrawn.
         */
        readonly FoundSubmission: {
            readonly id: components["schemas"]["Id"];
            readonly player: components["schemas"]["Player"];
            /** @description The verse is the editor's own. Absent for a player's. */
            readonly byEditor?: boolean;
            /**
             * @description Whether an editor has read the verse. True for one of the editor's own.
             */
            readonly reviewed: boolean;
            readonly reviewedBy?: components["schemas"]["Actor"];
            readonly reviewedByName?: components["schemas"]["ActorName"];
            readonly reviewedAt?: components["schemas"]["Instant"];
            readonly reference: components["schemas"]["Reference"];
            readonly bookId: components["schemas"]["BookId"];
            readonly chapter: components["schemas"]["ChapterNumber"];
            readonly verse: components["schemas"]["VerseNumber"];
            readonly words?: components["schemas"]["Words"];
            readonly submittedAt: components["schemas"]["Instant"];
            readonly movedFrom?: components["schemas"]["CalendarDate"];
            readonly date?: components["schemas"]["CalendarDate"];
            readonly withdrawnAt?: components["schemas"]["Instant"];
            readonly withdrawnFrom?: components["schemas"]["CalendarDate"];
            readonly withdrawnBy?: components["schemas"]["Actor"];
            readonly withdrawnByName?: components["schemas"]["ActorName"];
            readonly withdrawalNote?: components["schemas"]["Note"];
            readonly latestChange: components["schemas"]["LatestChange"];
        };
        readonly FoundBlockedDates: {
            readonly dates: readonly components["schemas"]["FoundBlockedDate"][];
            /** @description Whether there are more such dates. */
            readonly more: boolean;
        };
        /**
         * @description A blocked date. `label` is absent if another program stored one that it
         *     cannot express.
         */
        readonly FoundBlockedDate: {
            readonly date: components["schemas"]["CalendarDate"];
            readonly label?: components["schemas"]["Label"];
            readonly latestChange: components["schemas"]["LatestChange"];
        };
        /** @description The dates that the change concerns, ascending, as they are now. */
        readonly ConcernedDays: readonly components["schemas"]["Day"][];
        /**
         * @description CSV (RFC 4180).
         * @example date,state,label,reference,player,submittedAt,movedFrom,alsoOn,alsoOnMore,byEditor,reviewed,words
         */
        readonly CalendarTable: string;
        /**
         * @description iCalendar (RFC 5545).
         * @example BEGIN:VCALENDAR
         *     VERSION:2.0
         *     PRODID:-//Verse submissions//Desk//EN
         *     END:VCALENDAR
         */
        readonly CalendarEvents: string;
        /**
         * Format: int64
         * @description The number of a change in the record, or 0.
         */
        readonly ChangeNumber: number;
        /**
         * @description The latest change of a date, or of the pause, in the record. `id` is 0, and
         *     the other members are absent, if there is none. `at` is absent if another program
         *     stored an instant that it cannot express.
         */
        readonly LatestChange: {
            readonly id: components["schemas"]["ChangeNumber"];
            readonly at?: components["schemas"]["Instant"];
            readonly actor?: components["schemas"]["Actor"];
            readonly actorName?: components["schemas"]["ActorName"];
            readonly action?: components["schemas"]["Action"];
        };
        /** @description A date, and the `id` of its latest change as the operator saw it. */
        readonly SeenDate: {
            readonly date: components["schemas"]["CalendarDate"];
            readonly change: components["schemas"]["ChangeNumber"];
        };
        readonly Move: {
            readonly from: components["schemas"]["SeenDate"];
            readonly to: components["schemas"]["SeenDate"];
            readonly swapWith?: components["schemas"]["Id"];
            readonly note?: components["schemas"]["Note"];
        };
        readonly Withdrawal: {
            readonly from: components["schemas"]["SeenDate"];
            /**
             * @description Whether the player may submit another verse at once. False if it is
             *     absent.
             */
            readonly endCooldown?: boolean;
            readonly note?: components["schemas"]["Note"];
        };
        /**
         * @description `from` is the date from which the verse was withdrawn, and `to` may be the
         *     same.
         */
        readonly Restoration: {
            readonly from: components["schemas"]["SeenDate"];
            readonly to: components["schemas"]["SeenDate"];
            readonly note?: components["schemas"]["Note"];
        };
        /** @description The verse exists in the King James division. */
        readonly OwnVerse: {
            readonly bookId: components["schemas"]["BookId"];
            readonly chapter: components["schemas"]["ChapterNumber"];
            readonly verse: components["schemas"]["VerseNumber"];
            readonly change: components["schemas"]["ChangeNumber"];
            readonly note?: components["schemas"]["Note"];
        };
        /** @description Different dates, in any order. */
        readonly SeenDates: readonly components["schemas"]["SeenDate"][];
        readonly BlockDates: {
            readonly dates: components["schemas"]["SeenDates"];
            readonly label: components["schemas"]["Label"];
        };
        readonly UnblockDates: {
            readonly dates: components["schemas"]["SeenDates"];
        };
        /**
         * @description `change` is the `id` of the pause's latest change as the operator saw it.
         */
        readonly Pause: {
            readonly paused: boolean;
            readonly change: components["schemas"]["ChangeNumber"];
            readonly note?: components["schemas"]["Note"];
        };
        readonly Review: {
            /** @description Whether the verse is read. */
            readonly reviewed: boolean;
            readonly reviewedAt?: components["schemas"]["Instant"];
        };
        readonly ReviewUpTo: {
            readonly to: components["schemas"]["CalendarDate"];
            readonly newest: components["schemas"]["Id"];
        };
        /**
         * Format: int32
         * @description How many verses are unread.
         */
        readonly UnreadCount: number;
        /** @description As in the calendar. */
        readonly Unread: {
            readonly unread: components["schemas"]["UnreadCount"];
            readonly firstUnread?: components["schemas"]["CalendarDate"];
        };
        readonly ChangedDays: {
            readonly days: components["schemas"]["ConcernedDays"];
        };
        readonly DateOutcomes: {
            /** @description What became of each date, ascending. */
            readonly outcomes: readonly components["schemas"]["DateOutcome"][];
        };
        /**
         * @description `outcome` is the first that holds. `unseen`: somebody has changed the date
         *     since. `unchanged`: it was blocked already, or was not blocked. `frozen`: the date
         *     has begun somewhere on earth. `taken`: a player's verse is on it. `done`: it is now
         *     blocked, or no longer. `day` is how the date is now.
         */
        readonly DateOutcome: {
            readonly date: components["schemas"]["CalendarDate"];
            /** @enum {string} */
            readonly outcome: "unseen" | "unchanged" | "frozen" | "taken" | "done";
            readonly day: components["schemas"]["Day"];
        };
        readonly PauseState: {
            readonly paused: boolean;
            readonly pauseChange: components["schemas"]["LatestChange"];
        };
        /**
         * @description `before` is what the next request needs for the changes before these; it is
         *     absent if there are none. `months` is absent if the request has `before`.
         */
        readonly ChangeList: {
            readonly changes: readonly components["schemas"]["Change"][];
            readonly before?: components["schemas"]["Id"];
            /**
             * @description The months (UTC) in which anything was changed, whatever the parameters
             *     are, newest first.
             */
            readonly months?: readonly components["schemas"]["Month"][];
        };
        /** @description The `sub` of an operator's token. */
        readonly Actor: string;
        /**
         * @description The operator's name, as the token had it when the change was made. Absent if
         *     it had none.
         */
        readonly ActorName: string;
        /**
         * @description `at` is absent if another program stored an instant that it cannot express.
         *     `dates` are those that the change concerned: for a move or a swap, the one from which
         *     the verse went, then the other; of more than two, the first and the last, and
         *     `dateCount` says how many. `reference` is the verse of `submission`, if that still
         *     exists. A swap has the verse that came from the other date as `otherSubmission` and
         *     `otherReference`, unless an earlier release recorded it. The note of a block or an
         *     unblock is the label, if all dates have the same. An `erase` is that of a player, by
         *     the site's server (`openapi.puzzle.yaml`): it has no dates.
         */
        readonly Change: {
            readonly id: components["schemas"]["Id"];
            readonly at?: components["schemas"]["Instant"];
            readonly actor: components["schemas"]["Actor"];
            readonly actorName?: components["schemas"]["ActorName"];
            readonly action: components["schemas"]["Action"];
            readonly dates: readonly components["schemas"]["CalendarDate"][];
            /**
             * Format: int32
             * @description How many dates the change concerned. It is absent unless these are more
             *     than two.
             */
            readonly dateCount?: number;
            readonly submission?: components["schemas"]["Id"];
            readonly reference?: components["schemas"]["Reference"];
            readonly otherSubmission?: components["schemas"]["Id"];
            readonly otherReference?: components["schemas"]["Reference"];
            readonly note?: components["schemas"]["Note"];
        };
        readonly Unauthorized: {
            /** @enum {string} */
            readonly error: "Unauthorized";
        };
        readonly NotAllowed: {
            /** @enum {string} */
            readonly error: "Not allowed";
        };
        readonly InvalidJsonBody: {
            /** @enum {string} */
            readonly error: "Invalid JSON body";
        };
        readonly RequestBodyTooLarge: {
            /** @enum {string} */
            readonly error: "Request body too large";
        };
        readonly InvalidFrom: {
            /** @enum {string} */
            readonly error: "from must be a date, YYYY-MM-DD";
        };
        readonly InvalidTo: {
            /** @enum {string} */
            readonly error: "to must be a date, YYYY-MM-DD";
        };
        readonly InvalidRange: {
            /** @enum {string} */
            readonly error: "to must be the same date as from, or at most 365 days after it";
        };
        readonly InvalidBefore: {
            /** @enum {string} */
            readonly error: "before must be the id of a change";
        };
        readonly InvalidAction: {
            /** @enum {string} */
            readonly error: "action must be one that the record can have";
        };
        readonly InvalidMonth: {
            /** @enum {string} */
            readonly error: "month must be a month, YYYY-MM";
        };
        readonly InvalidDate: {
            /** @enum {string} */
            readonly error: "date must be a date, YYYY-MM-DD";
        };
        readonly InvalidActor: {
            /** @enum {string} */
            readonly error: "actor must be an operator's id of 1 to 255 characters";
        };
        readonly InvalidPlayer: {
            /** @enum {string} */
            readonly error: "player must be a player's id of 1 to 255 characters";
        };
        readonly InvalidVerse: {
            /** @enum {string} */
            readonly error: "verse must be a book, a chapter or a verse, such as JHN, JHN.3 or JHN.3.16";
        };
        readonly InvalidText: {
            /** @enum {string} */
            readonly error: "text must be a text of 1 to 255 characters";
        };
        readonly InvalidWithdrawn: {
            /** @enum {string} */
            readonly error: "withdrawn must be true or false";
        };
        readonly InvalidUnread: {
            /** @enum {string} */
            readonly error: "unread must be true or false";
        };
        readonly InvalidBeforeSubmission: {
            /** @enum {string} */
            readonly error: "before must be the id of a submission";
        };
        readonly InvalidLabel: {
            /** @enum {string} */
            readonly error: "label must be a text of 1 to 100 characters without control characters, and not only spaces";
        };
        readonly InvalidChange: {
            /**
             * @description Names the invalid member or part of the path and says what is allowed;
             *     one of `x-messages`, whose names in braces are those of `InvalidVerse` in
             *     `openapi.yaml`. It never repeats what was sent.
             * @example to must be a date from 2000-01-01 to 9999-12-31, with the latest change that you saw
             */
            readonly error: "date must be a date from 2000-01-01 to 9999-12-31, YYYY-MM-DD" | "dates must be 1 to 400 different dates from 2000-01-01 to 9999-12-31, each with the latest change that you saw" | "from must be the date on which you saw the verse, with the latest change that you saw" | "to must be a date from 2000-01-01 to 9999-12-31, with the latest change that you saw" | "change must be the number of the latest change that you saw, or 0" | "to must be a date other than the one in from" | "swapWith must be the id of the other verse" | "endCooldown must be true or false" | `bookId must be one of the ${string} USFM book codes ${string} to ${string}, in upper case` | `chapter must be an integer from 1 to ${string}: ${string} has ${string} chapters` | `chapter must be 1: ${string} has 1 chapter` | `verse must be an integer from 1 to ${string}: ${string} has ${string} verses` | "label must be a text of 1 to 100 characters without control characters, and not only spaces" | "paused must be true or false" | "reviewed must be true or false" | "reviewedAt must be the instant of the reading that you saw" | "newest must be the id of the latest submission that you have seen" | "note must be a text of at most 500 characters without control characters";
        };
        readonly NoSuchSubmission: {
            /** @enum {string} */
            readonly error: "No such submission";
        };
        /**
         * @description Somebody has changed a date of the change since its operator saw it, or a
         *     verse of the change is not where the change has it. `days` has the dates of the
         *     change and those of its verses: a verse that is on none of them is withdrawn.
         */
        readonly Unseen: {
            /** @enum {string} */
            readonly error: "A date is no longer as you saw it";
            readonly days: components["schemas"]["ConcernedDays"];
        };
        /**
         * @description Somebody has paused the calendar or resumed it since the operator saw it.
         */
        readonly UnseenPause: {
            /** @enum {string} */
            readonly error: "The pause is no longer as you saw it";
            readonly paused: boolean;
            readonly pauseChange: components["schemas"]["LatestChange"];
        };
        /** @description A date of the change has begun somewhere on earth, or is past. */
        readonly Frozen: {
            /** @enum {string} */
            readonly error: "A date that has begun cannot be changed";
            readonly days: components["schemas"]["ConcernedDays"];
        };
        /** @description No verse of a player can be on a blocked date. */
        readonly Blocked: {
            /** @enum {string} */
            readonly error: "The date is blocked";
            readonly days: components["schemas"]["ConcernedDays"];
        };
        /** @description A verse is on the date. */
        readonly Taken: {
            /** @enum {string} */
            readonly error: "Another verse is on this date";
            readonly days: components["schemas"]["ConcernedDays"];
        };
        /**
         * @description The player submitted another verse less than 168 hours before or after this
         *     one, and its cooldown was not ended.
         */
        readonly CooldownOfAnother: {
            /** @enum {string} */
            readonly error: "The player has another verse within a week";
            readonly days: components["schemas"]["ConcernedDays"];
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
        /** @description No submission has this id. */
        readonly NoSuchSubmission: {
            headers: {
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "No such submission"
                 *     }
                 */
                readonly "application/json": components["schemas"]["NoSuchSubmission"];
            };
        };
        /**
         * @description After decompression, the body is larger than the operation allows
         *     (`x-max-bytes`). The check `readable` fails with this response instead of 400. The
         *     connection is closed after it.
         */
        readonly RequestBodyTooLarge: {
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
         * @description The first date of the range. Today (UTC) if it is absent.
         * @example 2026-12-24
         */
        readonly from: components["schemas"]["CalendarDate"];
        /**
         * @description The last date of the range. The last bookable date, or the last that the
         *     range may have, if it is absent.
         * @example 2026-12-26
         */
        readonly to: components["schemas"]["CalendarDate"];
        /**
         * @description The id of a change. The response has the changes before it; without it, the
         *     newest.
         * @example 13
         */
        readonly before: components["schemas"]["Id"];
        /**
         * @description The id of a submission. The response has those before it; without it, the
         *     newest.
         * @example 10
         */
        readonly beforeSubmission: components["schemas"]["Id"];
        /**
         * @description The whole id of a player.
         * @example demo-player
         */
        readonly player: components["schemas"]["Player"];
        /**
         * @description A verse, or all of a chapter or a book, by the book's USFM code.
         * @example JHN.3.16
         */
        readonly verse: string;
        /**
         * @description Words of the verse or of the note of its withdrawal, or the beginning of its
         *     player's id.
         * @example so loved the world
         */
        readonly text: string;
        /**
         * @description Whether only withdrawn submissions are found. False if it is absent.
         * @example false
         */
        readonly withdrawn: boolean;
        /**
         * @description Whether only submissions are found that no editor has read. False if it is
         *     absent.
         * @example false
         */
        readonly unread: boolean;
        /**
         * @description A text that the label of a blocked date contains, in upper or lower case.
         * @example christ
         */
        readonly label: components["schemas"]["Label"];
        /**
         * @description The action of the changes.
         * @example move
         */
        readonly action: components["schemas"]["Action"];
        /**
         * @description The month of the changes, in UTC.
         * @example 2026-11
         */
        readonly month: components["schemas"]["Month"];
        /**
         * @description A date that the changes concern.
         * @example 2026-12-24
         */
        readonly changedDate: components["schemas"]["CalendarDate"];
        /**
         * @description The whole id of the operator who made the changes.
         * @example editor
         */
        readonly actor: components["schemas"]["Actor"];
        /**
         * @description The submission's id.
         * @example 7
         */
        readonly id: components["schemas"]["Id"];
        /**
         * @description The date.
         * @example 2026-12-25
         */
        readonly pathDate: components["schemas"]["CalendarDate"];
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
         * @description The name of the file (RFC 6266).
         * @example attachment; filename="calendar.csv"
         */
        readonly "Content-Disposition-Csv": "attachment; filename=\"calendar.csv\"";
        /**
         * @description The name of the file (RFC 6266).
         * @example attachment; filename="calendar.ics"
         */
        readonly "Content-Disposition-Ics": "attachment; filename=\"calendar.ics\"";
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
    readonly getCalendar: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The first date of the range. Today (UTC) if it is absent.
                 * @example 2026-12-24
                 */
                readonly from?: components["parameters"]["from"];
                /**
                 * @description The last date of the range. The last bookable date, or the last that
                 *     the range may have, if it is absent.
                 * @example 2026-12-26
                 */
                readonly to?: components["parameters"]["to"];
            };
            readonly header?: {
                /**
                 * @description Identifies this request in the service's log by an id that the
                 *     client or a proxy chose. If the id is absent or malformed, the service
                 *     generates one.
                 * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
                 */
                readonly "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The calendar. Clients ignore members that they do not know. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "today": "2026-11-21",
                     *       "frozenUntil": "2026-11-21",
                     *       "firstBookable": "2026-11-28",
                     *       "lastBookable": "2027-11-21",
                     *       "repeatDays": 60,
                     *       "freeDates": 358,
                     *       "reservedDates": 1,
                     *       "blockedDates": 1,
                     *       "coveredUntil": "2026-11-29",
                     *       "unread": 1,
                     *       "firstUnread": "2026-12-24",
                     *       "paused": false,
                     *       "pauseChange": {
                     *         "id": 0
                     *       },
                     *       "role": "calendar-editor",
                     *       "days": [
                     *         {
                     *           "date": "2026-12-24",
                     *           "state": "reserved",
                     *           "latestChange": {
                     *             "id": 12,
                     *             "at": "2026-11-21T10:15:00.000Z",
                     *             "actor": "editor",
                     *             "action": "move"
                     *           },
                     *           "submission": {
                     *             "id": 7,
                     *             "player": "demo-player",
                     *             "reviewed": false,
                     *             "reference": "John 3:16",
                     *             "bookId": "JHN",
                     *             "chapter": 3,
                     *             "verse": 16,
                     *             "words": "For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.",
                     *             "submittedAt": "2026-11-21T09:30:00.000Z",
                     *             "movedFrom": "2026-11-28",
                     *             "alsoOn": [
                     *               "2027-01-03"
                     *             ]
                     *           }
                     *         },
                     *         {
                     *           "date": "2026-12-25",
                     *           "state": "blocked",
                     *           "latestChange": {
                     *             "id": 11,
                     *             "at": "2026-11-21T10:14:00.000Z",
                     *             "actor": "editor",
                     *             "actorName": "Ruth",
                     *             "action": "block"
                     *           },
                     *           "label": "Christmas"
                     *         },
                     *         {
                     *           "date": "2026-12-26",
                     *           "state": "free",
                     *           "latestChange": {
                     *             "id": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Calendar"];
                };
            };
            /**
             * @description The calendar is that of the `ETag` in `If-None-Match`. Middleware sends
             *     it (`x-set-by`) instead of the 200.
             */
            readonly 304: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid, and `error` says how. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidFrom"] | components["schemas"]["InvalidTo"] | components["schemas"]["InvalidRange"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getCalendarCsv: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The first date of the range. Today (UTC) if it is absent.
                 * @example 2026-12-24
                 */
                readonly from?: components["parameters"]["from"];
                /**
                 * @description The last date of the range. The last bookable date, or the last that
                 *     the range may have, if it is absent.
                 * @example 2026-12-26
                 */
                readonly to?: components["parameters"]["to"];
            };
            readonly header?: {
                /**
                 * @description Identifies this request in the service's log by an id that the
                 *     client or a proxy chose. If the id is absent or malformed, the service
                 *     generates one.
                 * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
                 */
                readonly "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The table. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Content-Disposition": components["headers"]["Content-Disposition-Csv"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example date,state,label,reference,player,submittedAt,movedFrom,alsoOn,alsoOnMore,byEditor,reviewed,words
                     *     2026-12-24,reserved,,John 3:16,demo-player,2026-11-21T09:30:00.000Z,2026-11-28,2027-01-03,,,false,"For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life."
                     *     2026-12-25,reserved,Christmas,John 1:14,,2026-11-21T10:15:00.000Z,,,,true,true,"And the Word was made flesh, and dwelt among us, (and we beheld his glory, the glory as of the only begotten of the Father,) full of grace and truth."
                     *     2026-12-26,blocked,St. Stephen,,,,,,,,,
                     */
                    readonly "text/csv; charset=utf-8": components["schemas"]["CalendarTable"];
                };
            };
            /** @description The request is invalid, and `error` says how. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidFrom"] | components["schemas"]["InvalidTo"] | components["schemas"]["InvalidRange"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getCalendarIcs: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The first date of the range. Today (UTC) if it is absent.
                 * @example 2026-12-24
                 */
                readonly from?: components["parameters"]["from"];
                /**
                 * @description The last date of the range. The last bookable date, or the last that
                 *     the range may have, if it is absent.
                 * @example 2026-12-26
                 */
                readonly to?: components["parameters"]["to"];
            };
            readonly header?: {
                /**
                 * @description Identifies this request in the service's log by an id that the
                 *     client or a proxy chose. If the id is absent or malformed, the service
                 *     generates one.
                 * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
                 */
                readonly "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The events. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Content-Disposition": components["headers"]["Content-Disposition-Ics"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example BEGIN:VCALENDAR
                     *     VERSION:2.0
                     *     PRODID:-//Verse submissions//Desk//EN
                     *     END:VCALENDAR
                     */
                    readonly "text/calendar; charset=utf-8": components["schemas"]["CalendarEvents"];
                };
            };
            /** @description The request is invalid, and `error` says how. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidFrom"] | components["schemas"]["InvalidTo"] | components["schemas"]["InvalidRange"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly findSubmissions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The whole id of a player.
                 * @example demo-player
                 */
                readonly player?: components["parameters"]["player"];
                /**
                 * @description A verse, or all of a chapter or a book, by the book's USFM code.
                 * @example JHN.3.16
                 */
                readonly verse?: components["parameters"]["verse"];
                /**
                 * @description Words of the verse or of the note of its withdrawal, or the
                 *     beginning of its player's id.
                 * @example so loved the world
                 */
                readonly text?: components["parameters"]["text"];
                /**
                 * @description Whether only withdrawn submissions are found. False if it is absent.
                 * @example false
                 */
                readonly withdrawn?: components["parameters"]["withdrawn"];
                /**
                 * @description Whether only submissions are found that no editor has read. False if
                 *     it is absent.
                 * @example false
                 */
                readonly unread?: components["parameters"]["unread"];
                /**
                 * @description The id of a submission. The response has those before it; without
                 *     it, the newest.
                 * @example 10
                 */
                readonly before?: components["parameters"]["beforeSubmission"];
            };
            readonly header?: {
                /**
                 * @description Identifies this request in the service's log by an id that the
                 *     client or a proxy chose. If the id is absent or malformed, the service
                 *     generates one.
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
                     *       "count": 12,
                     *       "submissions": [
                     *         {
                     *           "id": 9,
                     *           "player": "demo-player",
                     *           "reviewed": true,
                     *           "reference": "John 3:16",
                     *           "bookId": "JHN",
                     *           "chapter": 3,
                     *           "verse": 16,
                     *           "words": "For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.",
                     *           "submittedAt": "2026-11-21T09:30:00.000Z",
                     *           "movedFrom": "2026-11-28",
                     *           "date": "2026-12-24",
                     *           "latestChange": {
                     *             "id": 12,
                     *             "at": "2026-11-21T10:15:00.000Z",
                     *             "actor": "editor",
                     *             "action": "move"
                     *           }
                     *         },
                     *         {
                     *           "id": 7,
                     *           "player": "demo-player",
                     *           "reviewed": true,
                     *           "reference": "John 3:16",
                     *           "bookId": "JHN",
                     *           "chapter": 3,
                     *           "verse": 16,
                     *           "words": "For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.",
                     *           "submittedAt": "2026-11-07T09:30:00.000Z",
                     *           "withdrawnAt": "2026-11-08T10:15:00.000Z",
                     *           "withdrawnFrom": "2026-11-14",
                     *           "withdrawnBy": "editor-1",
                     *           "withdrawalNote": "Too long for a puzzle",
                     *           "latestChange": {
                     *             "id": 3,
                     *             "at": "2026-11-08T10:15:00.000Z",
                     *             "actor": "editor-1",
                     *             "action": "withdraw"
                     *           }
                     *         }
                     *       ],
                     *       "before": 7
                     *     }
                     */
                    readonly "application/json": components["schemas"]["FoundSubmissions"];
                };
            };
            /** @description The request is invalid, and `error` says how. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidPlayer"] | components["schemas"]["InvalidVerse"] | components["schemas"]["InvalidText"] | components["schemas"]["InvalidWithdrawn"] | components["schemas"]["InvalidUnread"] | components["schemas"]["InvalidBeforeSubmission"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly moveSubmission: {
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
                 * @description The submission's id.
                 * @example 7
                 */
                readonly id: components["parameters"]["id"];
            };
            readonly cookie?: never;
        };
        /**
         * @description Read as JSON, at most 4 KiB (`x-max-bytes`) after decompression, and only
         *     with `Content-Type: application/json` (`x-media-type`). Members that are not named
         *     here are ignored.
         */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "from": {
                 *         "date": "2026-12-24",
                 *         "change": 0
                 *       },
                 *       "to": {
                 *         "date": "2026-12-26",
                 *         "change": 0
                 *       },
                 *       "note": "Closer to the feast"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Move"];
            };
        };
        readonly responses: {
            /**
             * @description The verse is on its new date. Clients ignore members that they do not
             *     know.
             */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": [
                     *         {
                     *           "date": "2026-12-24",
                     *           "state": "free",
                     *           "latestChange": {
                     *             "id": 0
                     *           }
                     *         },
                     *         {
                     *           "date": "2026-12-26",
                     *           "state": "reserved",
                     *           "latestChange": {
                     *             "id": 0
                     *           },
                     *           "submission": {
                     *             "id": 7,
                     *             "player": "demo-player",
                     *             "reviewed": true,
                     *             "reference": "John 3:16",
                     *             "bookId": "JHN",
                     *             "chapter": 3,
                     *             "verse": 16,
                     *             "submittedAt": "2026-11-21T09:30:00.000Z",
                     *             "alsoOn": []
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ChangedDays"];
                };
            };
            /** @description The request is invalid, and `error` says how. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidJsonBody"] | components["schemas"]["InvalidChange"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 404: components["responses"]["NoSuchSubmission"];
            /**
             * @description The calendar is not as the change needs it. `days` has the dates
             *     concerned as they are now.
             */
            readonly 409: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Unseen"] | components["schemas"]["Frozen"] | components["schemas"]["Blocked"] | components["schemas"]["Taken"];
                };
            };
            readonly 413: components["responses"]["RequestBodyTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly withdrawSubmission: {
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
                 * @description The submission's id.
                 * @example 7
                 */
                readonly id: components["parameters"]["id"];
            };
            readonly cookie?: never;
        };
        /**
         * @description Read as JSON, at most 4 KiB (`x-max-bytes`) after decompression, and only
         *     with `Content-Type: application/json` (`x-media-type`). Members that are not named
         *     here are ignored.
         */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "from": {
                 *         "date": "2026-12-24",
                 *         "change": 12
                 *       },
                 *       "endCooldown": true,
                 *       "note": "Not a verse for children"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Withdrawal"];
            };
        };
        readonly responses: {
            /**
             * @description The verse is withdrawn. Clients ignore members that they do not know.
             */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": [
                     *         {
                     *           "date": "2026-12-24",
                     *           "state": "free",
                     *           "latestChange": {
                     *             "id": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ChangedDays"];
                };
            };
            /** @description The request is invalid, and `error` says how. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidJsonBody"] | components["schemas"]["InvalidChange"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 404: components["responses"]["NoSuchSubmission"];
            /**
             * @description The calendar is not as the change needs it. `days` has the dates
             *     concerned as they are now.
             */
            readonly 409: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Unseen"] | components["schemas"]["Frozen"];
                };
            };
            readonly 413: components["responses"]["RequestBodyTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly findBlockedDates: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description A text that the label of a blocked date contains, in upper or lower
                 *     case.
                 * @example christ
                 */
                readonly label?: components["parameters"]["label"];
            };
            readonly header?: {
                /**
                 * @description Identifies this request in the service's log by an id that the
                 *     client or a proxy chose. If the id is absent or malformed, the service
                 *     generates one.
                 * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
                 */
                readonly "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The dates. Clients ignore members that they do not know. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dates": [
                     *         {
                     *           "date": "2026-12-25",
                     *           "label": "Christmas",
                     *           "latestChange": {
                     *             "id": 11,
                     *             "at": "2026-11-21T10:14:00.000Z",
                     *             "actor": "editor",
                     *             "actorName": "Ruth",
                     *             "action": "block"
                     *           }
                     *         }
                     *       ],
                     *       "more": false
                     *     }
                     */
                    readonly "application/json": components["schemas"]["FoundBlockedDates"];
                };
            };
            /** @description label is malformed. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "label must be a text of 1 to 100 characters without control characters, and not only spaces"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["InvalidLabel"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly blockDates: {
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
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * @description Read as JSON, at most 32 KiB (`x-max-bytes`) after decompression, and only
         *     with `Content-Type: application/json` (`x-media-type`). Members that are not named
         *     here are ignored.
         */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dates": [
                 *         {
                 *           "date": "2026-12-25",
                 *           "change": 0
                 *         },
                 *         {
                 *           "date": "2026-12-26",
                 *           "change": 12
                 *         }
                 *       ],
                 *       "label": "Christmas"
                 *     }
                 */
                readonly "application/json": components["schemas"]["BlockDates"];
            };
        };
        readonly responses: {
            /**
             * @description What became of each date. Clients ignore members that they do not know.
             */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcomes": [
                     *         {
                     *           "date": "2026-12-25",
                     *           "outcome": "done",
                     *           "day": {
                     *             "date": "2026-12-25",
                     *             "state": "blocked",
                     *             "latestChange": {
                     *               "id": 0
                     *             },
                     *             "label": "Christmas"
                     *           }
                     *         },
                     *         {
                     *           "date": "2026-12-26",
                     *           "outcome": "unchanged",
                     *           "day": {
                     *             "date": "2026-12-26",
                     *             "state": "blocked",
                     *             "latestChange": {
                     *               "id": 0
                     *             },
                     *             "label": "Boxing Day"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DateOutcomes"];
                };
            };
            /** @description The request is invalid, and `error` says how. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidJsonBody"] | components["schemas"]["InvalidChange"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 413: components["responses"]["RequestBodyTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly unblockDates: {
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
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * @description Read as JSON, at most 32 KiB (`x-max-bytes`) after decompression, and only
         *     with `Content-Type: application/json` (`x-media-type`). Members that are not named
         *     here are ignored.
         */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dates": [
                 *         {
                 *           "date": "2026-12-25",
                 *           "change": 12
                 *         },
                 *         {
                 *           "date": "2026-12-26",
                 *           "change": 0
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["UnblockDates"];
            };
        };
        readonly responses: {
            /**
             * @description What became of each date. Clients ignore members that they do not know.
             */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcomes": [
                     *         {
                     *           "date": "2026-12-25",
                     *           "outcome": "done",
                     *           "day": {
                     *             "date": "2026-12-25",
                     *             "state": "free",
                     *             "latestChange": {
                     *               "id": 0
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "date": "2026-12-26",
                     *           "outcome": "unchanged",
                     *           "day": {
                     *             "date": "2026-12-26",
                     *             "state": "free",
                     *             "latestChange": {
                     *               "id": 0
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DateOutcomes"];
                };
            };
            /** @description The request is invalid, and `error` says how. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidJsonBody"] | components["schemas"]["InvalidChange"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 413: components["responses"]["RequestBodyTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly restoreSubmission: {
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
                 * @description The submission's id.
                 * @example 7
                 */
                readonly id: components["parameters"]["id"];
            };
            readonly cookie?: never;
        };
        /**
         * @description Read as JSON, at most 4 KiB (`x-max-bytes`) after decompression, and only
         *     with `Content-Type: application/json` (`x-media-type`). Members that are not named
         *     here are ignored.
         */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "from": {
                 *         "date": "2026-12-24",
                 *         "change": 13
                 *       },
                 *       "to": {
                 *         "date": "2026-12-24",
                 *         "change": 13
                 *       },
                 *       "note": "Withdrawn by mistake"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Restoration"];
            };
        };
        readonly responses: {
            /**
             * @description The verse is on the date. Clients ignore members that they do not know.
             */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": [
                     *         {
                     *           "date": "2026-12-24",
                     *           "state": "reserved",
                     *           "latestChange": {
                     *             "id": 0
                     *           },
                     *           "submission": {
                     *             "id": 7,
                     *             "player": "demo-player",
                     *             "reviewed": true,
                     *             "reference": "John 3:16",
                     *             "bookId": "JHN",
                     *             "chapter": 3,
                     *             "verse": 16,
                     *             "submittedAt": "2026-11-21T09:30:00.000Z",
                     *             "alsoOn": []
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ChangedDays"];
                };
            };
            /** @description The request is invalid, and `error` says how. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidJsonBody"] | components["schemas"]["InvalidChange"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 404: components["responses"]["NoSuchSubmission"];
            /**
             * @description The calendar is not as the change needs it. `days` has the dates
             *     concerned as they are now.
             */
            readonly 409: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Unseen"] | components["schemas"]["Frozen"] | components["schemas"]["Blocked"] | components["schemas"]["Taken"] | components["schemas"]["CooldownOfAnother"];
                };
            };
            readonly 413: components["responses"]["RequestBodyTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly reviewSubmission: {
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
                 * @description The submission's id.
                 * @example 7
                 */
                readonly id: components["parameters"]["id"];
            };
            readonly cookie?: never;
        };
        /**
         * @description Read as JSON, at most 4 KiB (`x-max-bytes`) after decompression, and only
         *     with `Content-Type: application/json` (`x-media-type`). Members that are not named
         *     here are ignored.
         */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "reviewed": true
                 *     }
                 */
                readonly "application/json": components["schemas"]["Review"];
            };
        };
        readonly responses: {
            /**
             * @description `reviewed` is as it was sent. `days` has the verse's date, and nothing
             *     if the verse is withdrawn. Clients ignore members that they do not know.
             */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": [
                     *         {
                     *           "date": "2026-12-24",
                     *           "state": "reserved",
                     *           "latestChange": {
                     *             "id": 0
                     *           },
                     *           "submission": {
                     *             "id": 7,
                     *             "player": "demo-player",
                     *             "reviewed": true,
                     *             "reference": "John 3:16",
                     *             "bookId": "JHN",
                     *             "chapter": 3,
                     *             "verse": 16,
                     *             "submittedAt": "2026-11-21T09:30:00.000Z",
                     *             "alsoOn": []
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ChangedDays"];
                };
            };
            /** @description The request is invalid, and `error` says how. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidJsonBody"] | components["schemas"]["InvalidChange"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 404: components["responses"]["NoSuchSubmission"];
            /**
             * @description A colleague has read the verse. `days` has its date as it is now, and
             *     nothing if the verse is withdrawn.
             */
            readonly 409: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "A date is no longer as you saw it",
                     *       "days": [
                     *         {
                     *           "date": "2026-12-24",
                     *           "state": "reserved",
                     *           "latestChange": {
                     *             "id": 0
                     *           },
                     *           "submission": {
                     *             "id": 7,
                     *             "player": "demo-player",
                     *             "reviewed": true,
                     *             "reviewedBy": "editor-2",
                     *             "reviewedAt": "2026-11-21T10:17:00.000Z",
                     *             "reference": "John 3:16",
                     *             "bookId": "JHN",
                     *             "chapter": 3,
                     *             "verse": 16,
                     *             "submittedAt": "2026-11-21T09:30:00.000Z",
                     *             "alsoOn": []
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Unseen"];
                };
            };
            readonly 413: components["responses"]["RequestBodyTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly reviewSubmissions: {
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
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * @description Read as JSON, at most 4 KiB (`x-max-bytes`) after decompression, and only
         *     with `Content-Type: application/json` (`x-media-type`). Members that are not named
         *     here are ignored.
         */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "to": "2026-12-31",
                 *       "newest": 9
                 *     }
                 */
                readonly "application/json": components["schemas"]["ReviewUpTo"];
            };
        };
        readonly responses: {
            /**
             * @description The verses are read. The body says what is unread now. Clients ignore
             *     members that they do not know.
             */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "unread": 2,
                     *       "firstUnread": "2027-01-03"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Unread"];
                };
            };
            /** @description The request is invalid, and `error` says how. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidJsonBody"] | components["schemas"]["InvalidChange"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 413: components["responses"]["RequestBodyTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly setVerse: {
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
                 * @description The date.
                 * @example 2026-12-25
                 */
                readonly date: components["parameters"]["pathDate"];
            };
            readonly cookie?: never;
        };
        /**
         * @description Read as JSON, at most 4 KiB (`x-max-bytes`) after decompression, and only
         *     with `Content-Type: application/json` (`x-media-type`). Members that are not named
         *     here are ignored.
         */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "bookId": "JHN",
                 *       "chapter": 1,
                 *       "verse": 14,
                 *       "change": 12,
                 *       "note": "For Christmas"
                 *     }
                 */
                readonly "application/json": components["schemas"]["OwnVerse"];
            };
        };
        readonly responses: {
            /**
             * @description The verse is on the date. Clients ignore members that they do not know.
             */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": [
                     *         {
                     *           "date": "2026-12-25",
                     *           "state": "reserved",
                     *           "latestChange": {
                     *             "id": 0
                     *           },
                     *           "label": "Christmas",
                     *           "submission": {
                     *             "id": 8,
                     *             "player": "5f1f0f0b-7c11-4a2e-9d4e-3f0c5a526a0b",
                     *             "byEditor": true,
                     *             "reviewed": true,
                     *             "reference": "John 1:14",
                     *             "bookId": "JHN",
                     *             "chapter": 1,
                     *             "verse": 14,
                     *             "submittedAt": "2026-11-21T10:15:00.000Z",
                     *             "alsoOn": []
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ChangedDays"];
                };
            };
            /** @description The request is invalid, and `error` says how. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidJsonBody"] | components["schemas"]["InvalidChange"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            /**
             * @description The calendar is not as the change needs it. `days` has the dates
             *     concerned as they are now.
             */
            readonly 409: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Unseen"] | components["schemas"]["Frozen"] | components["schemas"]["Taken"];
                };
            };
            readonly 413: components["responses"]["RequestBodyTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly setPause: {
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
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * @description Read as JSON, at most 4 KiB (`x-max-bytes`) after decompression, and only
         *     with `Content-Type: application/json` (`x-media-type`). Members that are not named
         *     here are ignored.
         */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "paused": true,
                 *       "change": 0,
                 *       "note": "Until the new puzzle is ready"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Pause"];
            };
        };
        readonly responses: {
            /**
             * @description The calendar is as `paused` says. Clients ignore members that they do
             *     not know.
             */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "paused": true,
                     *       "pauseChange": {
                     *         "id": 13,
                     *         "at": "2026-11-21T10:16:00.000Z",
                     *         "actor": "editor",
                     *         "action": "pause"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PauseState"];
                };
            };
            /** @description The request is invalid, and `error` says how. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidJsonBody"] | components["schemas"]["InvalidChange"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            /** @description Somebody else has paused the calendar or resumed it since. */
            readonly 409: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The pause is no longer as you saw it",
                     *       "paused": true,
                     *       "pauseChange": {
                     *         "id": 14,
                     *         "at": "2026-11-21T10:17:00.000Z",
                     *         "actor": "editor-2",
                     *         "action": "pause"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["UnseenPause"];
                };
            };
            readonly 413: components["responses"]["RequestBodyTooLarge"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly listChanges: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The id of a change. The response has the changes before it; without
                 *     it, the newest.
                 * @example 13
                 */
                readonly before?: components["parameters"]["before"];
                /**
                 * @description The action of the changes.
                 * @example move
                 */
                readonly action?: components["parameters"]["action"];
                /**
                 * @description The month of the changes, in UTC.
                 * @example 2026-11
                 */
                readonly month?: components["parameters"]["month"];
                /**
                 * @description A date that the changes concern.
                 * @example 2026-12-24
                 */
                readonly date?: components["parameters"]["changedDate"];
                /**
                 * @description The whole id of the operator who made the changes.
                 * @example editor
                 */
                readonly actor?: components["parameters"]["actor"];
            };
            readonly header?: {
                /**
                 * @description Identifies this request in the service's log by an id that the
                 *     client or a proxy chose. If the id is absent or malformed, the service
                 *     generates one.
                 * @example 3f0c5a52-6a0b-4a2e-9d4e-5f1f0f0b7c11
                 */
                readonly "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The changes. Clients ignore members that they do not know. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "id": 12,
                     *           "at": "2026-11-21T10:15:00.000Z",
                     *           "actor": "editor",
                     *           "action": "move",
                     *           "dates": [
                     *             "2026-12-24",
                     *             "2026-12-26"
                     *           ],
                     *           "submission": 7,
                     *           "reference": "John 3:16",
                     *           "note": "Closer to the feast"
                     *         }
                     *       ],
                     *       "before": 12,
                     *       "months": [
                     *         "2026-11"
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ChangeList"];
                };
            };
            /** @description The request is invalid, and `error` says how. */
            readonly 400: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvalidBefore"] | components["schemas"]["InvalidAction"] | components["schemas"]["InvalidMonth"] | components["schemas"]["InvalidDate"] | components["schemas"]["InvalidActor"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["NotAllowed"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
}
