import { type QueryExecutorProvider, sql } from 'kysely';

/** Where a submission is. */
export interface Place {
  /** YYYY-MM-DD; null once it is withdrawn. */
  readonly date: string | null;
  /** The date that it had when it was withdrawn. */
  readonly withdrawnFrom: string | null;
  readonly cooldownEnded: boolean;
}

/** Finds submissions by their ids. A missing one has no entry. */
export async function placesOf(
  transaction: QueryExecutorProvider,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Place>> {
  const { rows } = await sql<Place & { readonly id: string }>`
    select
      id,
      to_char(scheduled_date, 'YYYY-MM-DD') as date,
      to_char(withdrawn_from, 'YYYY-MM-DD') as "withdrawnFrom",
      cooldown_ended as "cooldownEnded"
    from scheduled_submission
    where id = any (${ids}::bigint[])`.execute(transaction);
  return new Map(rows.map(({ id, ...place }) => [Number(id), place]));
}

/** What is on a date. Only another program can have put both there. */
export interface Occupancy {
  readonly isReserved: boolean;
  /** Null unless the date is blocked. */
  readonly label: string | null;
}

/** @param date YYYY-MM-DD */
export async function occupancyOf(transaction: QueryExecutorProvider, date: string): Promise<Occupancy> {
  const { rows } = await sql<Occupancy>`
    select
      exists (select from scheduled_submission where scheduled_date = ${date}) as "isReserved",
      (select label from blocked_date where date = ${date}) as label`.execute(transaction);
  return rows[0] as Occupancy;
}
