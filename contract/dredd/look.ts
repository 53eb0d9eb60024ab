import { type Fault, match, pairs, property } from '../model/answer.ts';
import { completion, exactly, millisecond, type Span, type Stored, type Submission } from '../model/stored.ts';
import type { Database } from './database.ts';

/** What a database has stored. */
export type Found = Pick<Stored, 'completions' | 'submissions' | 'blocked' | 'isPaused' | 'changes'>;

// biome-ignore lint/suspicious/noExplicitAny: a row as JSON, with the columns that the table has
type Row = Readonly<Record<string, any>>;

/** What is stored of the calendar, and of some players. */
export async function look(database: Database, players: readonly string[]): Promise<Found> {
  const rowsOf = async (table: string, condition = 'true', values: unknown[] = []): Promise<Row[]> => {
    const isThere = (await database.query<{ is: boolean }>('select to_regclass($1) is not null as is', [table]))[0]?.is;
    const text = `select to_jsonb(each) as row from ${table} as each where ${condition} order by 1`;
    return isThere ? (await database.query<{ row: Row }>(text, values)).map(({ row }) => row) : [];
  };
  const near = 'user_id = any ($1) or scheduled_date >= current_date - 400 or withdrawn_at is not null';
  const [submissions, completions] = [
    await rowsOf('scheduled_submission', near, [players]),
    await rowsOf('daily_completion', 'anonymous_id = any ($1)', [players]),
  ];
  const blocked = (await rowsOf('blocked_date')).map(({ date, label }) => [date, label]);
  const changes = (await rowsOf('calendar_change')).toSorted((a, b) => a['id'] - b['id']);
  return {
    completions: new Set(completions.map(({ anonymous_id: player, date }) => completion(player, date))),
    submissions: submissions.toSorted((a, b) => a['id'] - b['id']).map(submissionOf),
    blocked: Object.fromEntries(blocked),
    isPaused: (await rowsOf('calendar_pause')).length > 0,
    changes: changes.map(({ id, action, actor, actor_name: actorName, at, dates, submission, note, ...row }) => ({
      ...{ id, action, actor, dates, at: spanOf(at), actorName: actorName ?? undefined, note: note ?? undefined },
      ...{ submission: submission ?? undefined, otherSubmission: row['other_submission'] ?? undefined },
    })),
  };
}

function submissionOf({ id, user_id: player, book_id: bookId, chapter, verse, ...row }: Row): Submission {
  const at = row['reviewed_at'] ?? undefined;
  return {
    ...{ id, player, bookId, chapter, verse, date: row['scheduled_date'] ?? undefined },
    ...{ movedFrom: row['moved_from'] ?? undefined, withdrawnFrom: row['withdrawn_from'] ?? undefined },
    ...{
      withdrawnAt: row['withdrawn_at'] ? around(row['withdrawn_at']) : undefined,
      submittedAt: spanOf(row['created_at']),
    },
    ...{ windowText: row['window_text'] ?? undefined, key: row['idempotency_key'] ?? undefined },
    ...{ cooldownEnded: row['cooldown_ended'] === true, byEditor: row['by_editor'] === true },
    review: at && { by: row['reviewed_by'], name: row['reviewed_by_name'] ?? undefined, at: around(at) },
  };
}

function spanOf(instant: string): Span {
  return exactly(Number(Temporal.Instant.from(instant).epochNanoseconds / 1_000n));
}

/** An instant with microseconds, of which a response may show the millisecond before or after. */
function around(instant: string): Span {
  const { from, to } = spanOf(instant);
  return { from: Math.floor(from / millisecond) * millisecond, to };
}

/**
 * What is stored otherwise than the model says, and the model's value with what it did not know,
 * such as ids.
 */
export function compared(stored: Stored, found: Found): { readonly stored: Stored; readonly faults: Fault[] } {
  const says = 'What is stored is what the responses say';
  const inSpan = (span: Span | undefined) =>
    span &&
    property(`${span.from} to ${span.to}`, (is?: Span) => is !== undefined && is.from >= span.from && is.to <= span.to);
  const row = ({ player, submittedAt, withdrawnAt, review, id, ...members }: Submission) => ({
    ...{ ...members, ...(player !== undefined && { player }), ...(id !== undefined && { id }) },
    ...{ submittedAt: inSpan(submittedAt), withdrawnAt: inSpan(withdrawnAt) },
    review: review && { ...review, at: inSpan(review.at) },
  });
  const { submissions, completions, blocked, isPaused, changes } = found;
  const shown = pairs(stored.submissions, submissions, row);
  const faults = [
    ...match(stored.submissions.length, submissions.length, says, 'the number of submissions'),
    ...match(shown.map(row), submissions.slice(0, shown.length), says, 'submissions'),
    ...match([...stored.completions].toSorted(), [...completions].toSorted(), says, 'completions'),
    ...match(Object.entries(stored.blocked).toSorted(), Object.entries(blocked).toSorted(), says, 'blocked dates'),
    ...match(stored.isPaused, isPaused, says, 'the pause'),
    ...match(
      stored.changes.map(({ action }) => action),
      changes.map(({ action }) => action),
      says,
      'the record',
    ),
  ];
  return { faults, stored: { ...stored, submissions, changes } };
}
