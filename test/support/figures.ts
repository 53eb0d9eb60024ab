import { query } from './sql.ts';

/** The result of a load. */
export interface Figures {
  readonly sent: number;
  /** The number of responses by status; `none` counts requests without a response. */
  readonly responses: Readonly<Record<string, number>>;
  /** Responses that the contract does not document. */
  readonly undocumented: readonly string[];
  /** The number of 201s whose submission is not in the database. */
  readonly lost: number;
  /** The number of submissions on a date that another one has. */
  readonly doubledDates: number;
  /**
   * The number of submissions of a player who has another one. All were sent within one cooldown.
   */
  readonly doubledPlayers: number;
  /** The number of free dates before the last reserved one. */
  readonly gaps: number;
  /**
   * The number of stored submissions without a 201: the response was lost, or the commit's outcome
   * was unknown.
   */
  readonly storedWithout201: number;
  /** The longest time without a 201. */
  readonly longestOutageMs: number;
  /** The longest time that a client waited, with or without a response. */
  readonly slowestResponseMs: number;
}

/** A 201 as its client got it. */
export interface Promised {
  readonly player: string;
  readonly date: string;
}

type Stored = Pick<Figures, 'lost' | 'doubledDates' | 'doubledPlayers' | 'gaps' | 'storedWithout201'>;

/** Compares the 201s that clients got with the database. */
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

/** Prints the figures of a fault in one line; docs/reliability.md has those of the worst. */
export function report(row: string, figures: Figures, remarks: readonly string[] = []): void {
  const responses = Object.entries(figures.responses).map(([status, count]) => `${count} × ${status}`);
  const parts = [
    `${figures.sent} sent: ${responses.join(', ')}`,
    `${figures.undocumented.length} undocumented`,
    `${figures.lost} lost`,
    `${figures.doubledDates} dates and ${figures.doubledPlayers} players doubled`,
    `${figures.gaps} gaps`,
    `${figures.storedWithout201} stored without a 201`,
    `longest outage ${figures.longestOutageMs} ms`,
    `slowest response ${figures.slowestResponseMs} ms`,
    ...remarks,
  ];
  print(row, parts.join('; '));
}

/** Prints a line past Jest, which would add to it. */
export function print(row: string, text: string): void {
  process.stdout.write(`  [${row}] ${text}\n`);
}
