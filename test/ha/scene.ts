import { expect } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import type { Figures } from '../support/figures.ts';
import { Instance } from '../support/instance.ts';
import { type Load, startLoad } from '../support/load.ts';
import { ask, cluster, createHaDatabase, type HaDatabase, type Node, nodes, roles, type Way } from './cluster.ts';

/**
 * The time to live of the primary's claim, the election and HAProxy's checks, and as much again for
 * a busy machine.
 */
const longestFailoverMs = 45_000;

/** Two instances of the service on a database of their own in the cluster. */
export class Scene implements AsyncDisposable {
  readonly database: HaDatabase;
  readonly load: Load;
  readonly #stack: AsyncDisposableStack;

  private constructor(database: HaDatabase, load: Load, stack: AsyncDisposableStack) {
    this.database = database;
    this.load = load;
    this.#stack = stack;
  }

  /** Starts the instances, and a load of submissions to both. */
  static async start(way: Way): Promise<Scene> {
    await using stack = new AsyncDisposableStack();
    // First, because it is disposed of last: whatever a test did, the next one finds a healthy
    // cluster.
    stack.defer(async () => {
      await cluster('heal');
    });
    await cluster('heal');
    const database = stack.adopt(await createHaDatabase(), ({ drop }) => drop());
    const databaseUrl = database.urlBy(way);
    const instances = [stack.use(await Instance.start(databaseUrl)), stack.use(await Instance.start(databaseUrl))];
    const load = stack.use(await startLoad({ instances: instances.map(({ url }) => url), databaseUrl: database.url }));
    return new Scene(database, load, stack.move());
  }

  /** Waits until submissions succeed again. */
  async servedAgain(): Promise<void> {
    await this.load.served(longestFailoverMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
  }
}

/**
 * No failover may lose a 201, give a date or a player twice, or cause any other response than 201
 * and 500.
 */
export function expectPromisesKept(figures: Figures): void {
  expect(figures).toMatchObject({ undocumented: [], lost: 0, doubledDates: 0, doubledPlayers: 0 });
  expect(Object.keys(figures.responses).sort()).toEqual(['201', '500']);
  expect(figures.longestOutageMs).toBeLessThan(longestFailoverMs);
}

/** After the heal, another node is the only primary, and every node has the same submissions. */
export async function expectOneHistory(former: Node, { name }: HaDatabase): Promise<void> {
  const now = await roles();
  expect(Object.values(now).sort()).toEqual(['primary', 'replica', 'replica']);
  expect(now[former]).toBe('replica');
  const all =
    "select count(*) || ' ' || md5(string_agg(user_id || scheduled_date, ' ' order by id)) from scheduled_submission";
  await eventually('the same submissions on every node', async () => {
    const histories = await Promise.all(nodes.map((node) => ask(node, all, name)));
    return histories[0] !== undefined && new Set(histories).size === 1;
  });
}
