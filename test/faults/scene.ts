import { expect } from '@jest/globals';
import { Postgres } from '../support/postgres.ts';
import type { Figures } from './figures.ts';
import { Instance } from './instance.ts';
import { type Load, type LoadOptions, startLoad } from './load.ts';

/** How long the service may take to serve again once the cause of a fault is gone, in milliseconds. */
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

  /** Begins to submit to both instances, or to those given. */
  async load(options: Partial<LoadOptions> = {}): Promise<Load> {
    const instances = this.instances.map(({ url }) => url);
    return await startLoad({ instances, databaseUrl: this.postgres.adminUrl, ...options });
  }

  /** Everything that the instances have logged. */
  get log(): string {
    return this.instances.map(({ log }) => log).join('');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
  }
}

/** What no fault may break: what was promised is kept, nothing is given twice, and every answer is a documented one. */
export function expectPromisesKept(figures: Figures): void {
  expect(figures).toMatchObject({ undocumented: [], lost: 0, doubledDates: 0, doubledPlayers: 0, gaps: 0 });
}

/** The statuses that were answered. */
export function statuses({ answers }: Figures): string[] {
  return Object.keys(answers).sort();
}
