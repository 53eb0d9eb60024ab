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

/** The dates of a calendar that several operators change: see `arrangeForColleagues`. */
export const dates = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06'] as const;
export const [own, players, free, blocked, left, read] = dates;

/**
 * Verses of the editor's own (1) and of players (2, and 4, which somebody has read), a withdrawn one
 * (3), a blocked date and a free one. Faster than to truncate the tables, which is done hundreds of
 * times.
 */
export async function arrangeForColleagues(database: Database): Promise<void> {
  await database.query(`
    with gone as (delete from calendar_change), resumed as (delete from calendar_pause),
      unblocked as (delete from blocked_date where date <> '${blocked}')
    delete from scheduled_submission`);
  await database.query(`
    with blocked as (insert into blocked_date (date, label) values ('${blocked}', 'Feast') on conflict do nothing)
    insert into scheduled_submission (id, user_id, book_id, chapter, verse, by_editor, scheduled_date, withdrawn_at,
      withdrawn_from, created_at, reviewed_at, reviewed_by, reviewed_by_name)
    values
      (1, 'nobody', 'PSA', 119, 1, true, '${own}', null, null, '2026-11-01', null, null, null),
      (2, 'ann', 'PSA', 119, 2, false, '${players}', null, null, '2026-11-01', null, null, null),
      (3, 'ben', 'PSA', 119, 3, false, null, '2026-11-10', '${left}', '2026-11-01', null, null, null),
      (4, 'cat', 'PSA', 119, 4, false, '${read}', null, null, '2026-11-01', '2026-11-20T10:15:00Z', 'vera', 'Vera')`);
}
