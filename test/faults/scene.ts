import { expect } from '@jest/globals';
import type { Figures } from '../support/figures.ts';
import { Instance } from '../support/instance.ts';
import { type Load, type LoadOptions, startLoad } from '../support/load.ts';
import { Postgres } from '../support/postgres.ts';

/**
 * The longest time the service may take to serve again once the cause of a fault is gone, in
 * milliseconds.
 */
export const recoveryMs = 5_000;

/** Two instances of the service on one PostgreSQL. */
export class Scene implements AsyncDisposable {
  readonly postgres: Postgres;
  readonly instances: Instance[];
  readonly #stack: AsyncDisposableStack;

  private constructor(postgres: Postgres, instances: Instance[], stack: AsyncDisposableStack) {
    this.postgres = postgres;
    this.instances = instances;
    this.#stack = stack;
  }

  /** @param settings of PostgreSQL, by its names */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<Scene> {
    await using stack = new AsyncDisposableStack();
    const postgres = stack.use(await Postgres.start(settings));
    const instances = [
      stack.use(await Instance.start(postgres.serviceUrl)),
      stack.use(await Instance.start(postgres.serviceUrl)),
    ];
    return new Scene(postgres, instances, stack.move());
  }

  /** Starts a load on both instances, or on those given. */
  async load(options: Partial<LoadOptions> = {}): Promise<Load> {
    const instances = this.instances.map(({ url }) => url);
    return await startLoad({ instances, databaseUrl: this.postgres.adminUrl, ...options });
  }

  /** Everything the instances have logged. */
  get log(): string {
    return this.instances.map(({ log }) => log).join('');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
  }
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
