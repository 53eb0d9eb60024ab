import pg from 'pg';

/** Other clients of a PostgreSQL, who hold connections and do nothing with them. */
export class OtherClients implements AsyncDisposable {
  readonly #url: string;
  readonly #clients: pg.Client[] = [];

  /** @param url as a role for whom PostgreSQL reserves nothing */
  constructor(url: string) {
    this.#url = url;
  }

  get count(): number {
    return this.#clients.length;
  }

  /** Takes every connection that is left. */
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

  /** Gives them all back. */
  async leave(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.end()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.leave();
  }
}
