import { wellKnownVerses } from '../../client/src/element/words/well-known-verses.ts';
import type { TestDatabase } from './database.ts';

const players = ['amelie', 'j.okafor', 'Lucas B.', 'ruth77', 'tomasz', 'maria-clara', 'Ben', 'psalmist'];
/** Dates that stay free among the first ones, in days from today. */
const gaps = [12, 20, 33];
const blocked = [
  { days: [26, 27], label: 'Christmas' },
  { days: [118, 120, 121], label: 'Easter' },
  { days: [61, 62, 63, 64, 65], label: 'Retreat of the editors' },
];

/**
 * Stores a year as a site has it: 142 verses, some days ago and then less and less densely, of
 * which editors have not read seven, and two are their own; ten blocked dates, and a record.
 */
export async function fillYear({ query }: Pick<TestDatabase, 'query'>, today: Temporal.PlainDate): Promise<void> {
  const date = (days: number) => today.add({ days }).toString();
  const taken = [...gaps, ...blocked.flatMap(({ days }) => days)];
  const dense = Array.from({ length: 56 }, (_, index) => index - 10);
  const sparse = Array.from({ length: 100 }, (_, index) => 47 + 3 * index);
  const days = [...dense, ...sparse].filter((each) => !taken.includes(each)).slice(0, 142);
  const rows = days.map((each, index) => {
    const isEqual = each === 9 || each === 31;
    const [bookId, chapter, verse] = (
      isEqual ? 'PHP.4.13' : (wellKnownVerses[(index * 37) % wellKnownVerses.length] ?? '')
    ).split('.');
    const player = `${players[index % players.length]}${index < players.length ? '' : index}`;
    return { date: date(each), player, bookId, chapter, verse, own: each === 24 || each === 53 };
  });
  const unread = [4, 16, 23, 29, 38, 41, 71].map(date);
  await query(
    `insert into scheduled_submission
       (user_id, book_id, chapter, verse, scheduled_date, by_editor, created_at, reviewed_at, reviewed_by)
     select case when own then gen_random_uuid()::text else player end, "bookId", chapter, verse, date, own,
       $2::date - interval '40 days' + row_number() over () * interval '5 hours',
       case when not own and date <> all ($3::date[]) then $2::date end, 'ed'
     from jsonb_to_recordset($1) as t
       (date date, player text, "bookId" text, chapter integer, verse integer, own boolean)`,
    [JSON.stringify(rows), today.toString(), unread],
  );
  for (const { days, label } of blocked) {
    await query('insert into blocked_date (date, label) select unnest($1::date[]), $2', [days.map(date), label]);
  }
  await query(
    `insert into calendar_change (at, actor, action, dates, submission, note)
     select $1::date - interval '9 days' * n + interval '16 hours', actor, action,
       array(select $1::date + unnest(days)),
       (select id from scheduled_submission where scheduled_date = $1::date + days[cardinality(days)]), note
     from (values
       (1, 'ed', 'block', array[61, 62, 63, 64, 65], 'Retreat of the editors'),
       (2, 'vera', 'set', array[24], null),
       (3, 'ed', 'move', array[12, 13], 'Closer to Advent'),
       (4, 'ed', 'block', array[26, 27], 'Christmas'),
       (5, 'vera', 'resume', array[]::integer[], null),
       (6, 'vera', 'pause', array[]::integer[], 'New puzzle')
     ) as t (n, actor, action, days, note) order by n desc`,
    [today.toString()],
  );
}
