import pg from 'pg';

/**
 * A connection that its configuration alone determines. Wherever a value is missing, pg takes
 * libpq's: of variables such as PGOPTIONS, or of the file ~/.pgpass.
 */
export class ConfiguredClient extends pg.Client {
  readonly #config: pg.ClientConfig;

  constructor(config: pg.ClientConfig) {
    super({
      ...config,
      host: config.host || pg.defaults.host,
      user: config.user || pg.defaults.user,
      password: config.password || noPassword, // named, since the pool makes it non-enumerable
      ssl: config.ssl ?? false,
      sslnegotiation: 'postgres',
    });
    this.#config = config;
  }

  /**
   * What pg sends when the connection starts; its types lack this method. The types of the entities
   * read dates in ISO 8601, and a database or a role may have another DateStyle. PgBouncer accepts
   * this parameter, and keeps it for each client.
   */
  getStartupConf(): Record<string, string> {
    const { application_name, options, statement_timeout } = this.#config;
    return {
      user: this.user as string,
      database: this.database as string,
      DateStyle: 'ISO',
      ...(application_name && { application_name }),
      ...(options && { options }),
      ...(statement_timeout && { statement_timeout: String(statement_timeout) }),
    };
  }
}

function noPassword(): never {
  throw new Error('the server asks for a password, and the URL has none');
}
