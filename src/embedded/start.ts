import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type Service, type ServiceConfig, startService } from '../service.ts';
import { createDemo, type Demo } from './demo.ts';
import { embeddedDirectory } from './directory.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts';
import { embeddedSecret } from './secret.ts';

export interface Embedded {
  readonly service: Service;
  readonly postgres: EmbeddedPostgres;
  /** Undefined if tokens are not signed with a shared secret. */
  readonly demo: Demo | undefined;
}

/** Starts the service on an embedded PostgreSQL, with a generated secret if none is configured, and creates a demo player. */
export async function startEmbedded(config: Config, logger: Logger): Promise<Embedded> {
  const postgres = await startEmbeddedPostgres(embeddedDirectory);
  try {
    const auth = config.auth ?? { secret: await embeddedSecret(embeddedDirectory) };
    const serviceConfig: ServiceConfig = { ...config, databaseUrl: postgres.url, auth, home: '/submit' };
    const service = await startService(serviceConfig, logger);
    return { service, postgres, demo: await createDemo(serviceConfig, service.url) };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
