import { query } from '../support/sql.ts';

/** What came of a load. */
export interface Figures {
  readonly sent: number;
  /** How often each status was answered; `none` where there was no answer. */
  readonly answers: Readonly<Record<string, number>>;
  /** Answers that the contract does not document. */
  readonly undocumented: readonly string[];
  /** 201s whose submission is not in the database. */
  readonly lost: number;
  /** Submissions on a date that another one has. */
  readonly doubledDates: number;
  /** Submissions of a player who has another one. All were sent within one cooldown. */
  readonly doubledPlayers: number;
  /** Free dates before the last reserved one. */
  readonly gaps: number;
  /** Submissions in the database whose client got no 201: the answer was lost, or the commit's outcome was unknown. */
  readonly storedWithout201: number;
  /** The longest time without any 201. */
  readonly longestOutageMs: number;
  /** The longest time that a client waited, for an answer or in vain. */
  readonly slowestResponseMs: number;
}

/** A 201, as its client remembers it. */
export interface Promised {
  readonly player: string;
  readonly date: string;
}

type Stored = Pick<Figures, 'lost' | 'doubledDates' | 'doubledPlayers' | 'gaps' | 'storedWithout201'>;

/** Compares what clients were promised with what the database has. */
export async function compareWithDatabase(databaseUrl: string, promised: readonly Promised[]): Promise<Stored> {
  const rows = await query<{ player: string; date: string; day: number }>(
    databaseUrl,
    `select user_id as player, to_char(scheduled_date, 'YYYY-MM-DD') as date, scheduled_date - '2000-01-01' as day
     from scheduled_submission order by scheduled_date`,
  );
  const key = ({ player, date }: Promised) => `${player} ${date}`;
  const stored = new Set(rows.map(key));
  const days = new Set(rows.map(({ day }) => day));
  const lost = promised.filter((submission) => !stored.has(key(submission))).length;
  return {
    lost,
    doubledDates: rows.length - days.size,
    doubledPlayers: rows.length - new Set(rows.map(({ player }) => player)).size,
    gaps: rows.length === 0 ? 0 : (rows.at(-1)?.day ?? 0) - (rows[0]?.day ?? 0) + 1 - days.size,
    storedWithout201: rows.length - (promised.length - lost),
  };
}

/** Prints what a row is about and what came of it, in one line. */
export function report(row: string, figures: Figures, remarks: readonly string[] = []): void {
  const answers = Object.entries(figures.answers).map(([status, count]) => `${count} × ${status}`);
  const parts = [
    `${figures.sent} sent: ${answers.join(', ')}`,
    `${figures.undocumented.length} undocumented`,
    `${figures.lost} lost`,
    `${figures.doubledDates} dates and ${figures.doubledPlayers} players doubled`,
    `${figures.gaps} gaps`,
    `${figures.storedWithout201} stored without a 201`,
    `longest outage ${figures.longestOutageMs} ms`,
    `slowest answer ${figures.slowestResponseMs} ms`,
    ...remarks,
  ];
  print(row, parts.join('; '));
}

/** Prints a line that Jest leaves as it is. */
export function print(row: string, text: string): void {
  process.stdout.write(`  [${row}] ${text}\n`);
}
