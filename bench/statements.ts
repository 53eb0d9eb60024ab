import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { reserveTogether } from '../src/calendar/reserve-together.ts';
import type { EntityManager } from '../src/database/orm.ts';
import { createPlayers } from '../src/player/eligibility.ts';
import { localDate } from './players.ts';
import { rules } from './target.ts';

/** A statement as the service's code sends it, with the parameters as $1, $2 and so on. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** The service's own statements for a batch of so many players: checks 4 and 5, and the three of check 7's transaction. */
export interface Statements {
  readonly gate: Statement;
  readonly lock: Statement;
  readonly freeDates: Statement;
  readonly insert: Statement;
}

/** Runs the service's code on a database that only writes down what it is asked. */
export async function statements(batch: number): Promise<Statements> {
  const asked: CompiledQuery[] = [];
  const kysely = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      asked.push(query);
    },
  });
  const em = { fork: () => em, getKysely: () => kysely } as unknown as EntityManager;

  const now = Temporal.Now.instant();
  await createPlayers(em)
    .eligibility('player', localDate, now)
    .catch(() => {}); // it gets no answer
  const verse = { bookId: 'JHN', chapter: 3, verse: 16 } as const;
  await reserveTogether(em, rules, Array(batch).fill({ userId: 'player', verse, idempotencyKey: undefined, now }));
  const [gate, lock, freeDates, insert] = asked;
  if (!gate || !lock || !freeDates || !insert) throw new Error('The service sends other statements than these four');
  return { gate, lock, freeDates, insert };
}
