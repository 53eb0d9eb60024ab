import type { TestDatabase } from './database.ts';

type Database = Pick<TestDatabase, 'query'>;

/** Returns a function that knows the number of each date's latest change, and of the pause's. */
export async function latestChanges(database: Database): Promise<(concerned: string) => number> {
  const rows = await database.query<{ concerned: string; id: number }>(`
    select to_char(date, 'YYYY-MM-DD') as concerned, max(id)::integer as id
    from calendar_change, unnest(dates) as date
    group by date
    union all
    select 'pause', max(id)::integer from calendar_change where action in ('pause', 'resume')`);
  const numbers = new Map(rows.map(({ concerned, id }) => [concerned, id]));
  return (concerned) => numbers.get(concerned) ?? 0;
}

/**
 * The body of a change whose operator has seen the calendar as it is: each of its dates gets the
 * number of its latest change.
 *
 * @param path below `/desk/api/`
 */
export async function asSeen(database: Database, path: string, body: object): Promise<object> {
  const numberOf = await latestChanges(database);
  const [, own] = /^(?:verses\/)?(\d.*|pause)$/.exec(path) ?? [];
  if (own !== undefined) return { change: numberOf(own), ...body };
  const [, restored] = /^submissions\/(\d+)\/restore$/.exec(path) ?? [];
  const from = restored !== undefined && { from: await withdrawnFrom(database, restored) };
  const seen = (date: unknown) => (typeof date === 'string' ? { date, change: numberOf(date) } : date);
  const members = Object.entries({ ...from, ...body }).map(([name, value]) => {
    if (name === 'from' || name === 'to') return [name, seen(value)];
    return [name, name === 'dates' && Array.isArray(value) ? value.map(seen) : value];
  });
  return Object.fromEntries(members);
}

/** The date from which a verse was withdrawn, or on which it is. */
async function withdrawnFrom(database: Database, id: string): Promise<string | undefined> {
  const [row] = await database.query<{ date: string }>(
    "select to_char(coalesce(withdrawn_from, scheduled_date), 'YYYY-MM-DD') as date from scheduled_submission where id = $1",
    [id],
  );
  return row?.date;
}
