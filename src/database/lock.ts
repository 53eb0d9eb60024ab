// A transaction takes locks in this order, so that no two of the service's wait for each other:
// 1. an advisory lock of those below, at most one;
// 2. with `migration`, the tables that migrations change, each in access exclusive mode before
//    anything weaker;
// 3. the rows that it writes; of several completions, in the order of player and date.
//
// There are four shapes of a write:
// - a reservation: the players' requests of a batch, or of a part of one, under `calendar`
//   (src/calendar/reservation.ts);
// - a change by an operator, or an erasure, under `calendar`, with its row in the record
//   (src/calendar/change.ts);
// - completions, of a batch or of a part of one, without an advisory lock (src/puzzle/record-completion.ts);
// - the migrations, all or none, under `migration` (migrate.ts).
// Other programs that write to these tables know no advisory lock: what then conflicts is retried,
// and the constraints hold in any case.

/**
 * The keys of the advisory locks, each unique in its database. The end of a transaction, commit or
 * rollback, releases its lock.
 */
export const locks = {
  /** One instance at a time applies migrations. */
  migration: 727_001,
  /**
   * One reservation at a time reads and changes the calendar. Without it, two would find the same
   * free dates, and one would conflict.
   */
  calendar: 727_002,
  /** One service at a time uses an embedded PostgreSQL. */
  embedded: 727_003,
};
