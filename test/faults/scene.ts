import { expect } from '@jest/globals';
import type { Figures } from '../support/figures.ts';
import { Instance } from '../support/instance.ts';
import { type LoadOptions, startLoad } from '../support/load.ts';
import { Postgres } from '../support/postgres.ts';

export type Scene = Awaited<ReturnType<typeof startScene>>;

/**
 * Starts two instances of the service on one PostgreSQL.
 *
 * @param settings of PostgreSQL, by its names
 */
export async function startScene(settings: Readonly<Record<string, string>> = {}) {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await Postgres.start(settings));
  const first = stack.use(await Instance.start(postgres.serviceUrl));
  const instances = [first, stack.use(await Instance.start(postgres.serviceUrl))];
  const opened = stack.move();
  return {
    postgres,
    instances,
    first,
    /** Starts a load on both instances, or on those given. */
    load: (options: Partial<LoadOptions> = {}) =>
      startLoad({ instances: instances.map(({ url }) => url), databaseUrl: postgres.adminUrl, ...options }),
    /** Everything the instances have logged. */
    log: () => instances.map(({ log }) => log).join(''),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/**
 * No fault may lose a 201, give a date or a player twice, leave a gap, or cause an undocumented
 * response.
 */
export function expectPromisesKept(figures: Figures): void {
  expect(figures).toMatchObject({ undocumented: [], lost: 0, doubledDates: 0, doubledPlayers: 0, gaps: 0 });
}

/** The statuses of the responses. */
export function statuses({ responses }: Figures): string[] {
  return Object.keys(responses).sort();
}
