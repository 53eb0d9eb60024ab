import pg from 'pg';

/** Other clients of a PostgreSQL server, which hold connections and do nothing with them. */
export class OtherClients implements AsyncDisposable {
  readonly #url: string;
  readonly #clients: pg.Client[] = [];

  /** @param url of a role for which PostgreSQL reserves no connections */
  constructor(url: string) {
    this.#url = url;
  }

  get count(): number {
    return this.#clients.length;
  }

  /** Opens connections until PostgreSQL rejects one. */
  async takeAll(): Promise<void> {
    for (;;) {
      const client = new pg.Client({ connectionString: this.#url });
      client.on('error', () => {});
      try {
        await client.connect();
      } catch {
        return;
      }
      this.#clients.push(client);
    }
  }

  /** Closes all of them. */
  async leave(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.end()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.leave();
  }
}
