import type { Logger } from 'pino';
import type { Context } from '../api/state.ts';
import type { Config } from '../config.ts';
import { assertCanListen } from '../http/listen.ts';
import { type Service, type ServiceConfig, startService } from '../service.ts';
import { removeAddress, writeAddress } from './address.ts';
import { createDemo, type Demo, operatorPath } from './demo.ts';
import { embeddedDirectory, folderError } from './folder.ts';
import { type EmbeddedPostgres, embeddedUrl, startEmbeddedPostgres } from './postgres.ts';
import { embeddedSecret } from './secret.ts';
import { createTokenRoutes, maySignIn } from './sign-in.ts';

interface Embedded {
  readonly service: Service;
  readonly postgres: EmbeddedPostgres;
  /** Undefined if tokens are not signed with a shared secret. */
  readonly demo: Demo | undefined;
}

/**
 * Starts the service on an embedded PostgreSQL, with a generated secret if none is configured, and
 * creates a demo player.
 *
 * @throws StartError when the folder of the data cannot be used or a port is taken
 */
export async function startEmbedded(config: Config, logger: Logger): Promise<Embedded> {
  const postgres = await startPostgres(config).catch((error) => {
    throw folderError(embeddedDirectory, error);
  });
  try {
    const auth = config.auth ?? { secret: await embeddedSecret(embeddedDirectory) };
    const serviceConfig: ServiceConfig = {
      ...config,
      databaseUrl: postgres.url,
      desk: { url: postgres.url, oidc: undefined },
      puzzle: { url: postgres.url },
      auth,
      // Where `/` signs visitors in, a player who has signed out finds the way back.
      signInUrl: config.signInUrl ?? (config.host === '127.0.0.1' && config.auth === undefined ? '/' : undefined),
    };
    let demo: Demo | undefined;
    const home = async (ctx: Context) =>
      demo !== undefined && maySignIn(config, ctx) ? await demo.signIn() : '/submit';
    const routes = createTokenRoutes((code) => demo?.exchange(code));
    const started = await startService({ ...serviceConfig, home, routes }, logger);
    demo = await createDemo(auth, started.em, started.url);
    await writeAddress(embeddedDirectory, started.url);
    const close = async () => {
      await started.close();
      await removeAddress(embeddedDirectory);
    };
    return { service: { ...started, close }, postgres, demo };
  } catch (error) {
    await postgres.stop();
    throw folderError(embeddedDirectory, error);
  }
}

/**
 * Checks the ports first: PostgreSQL takes seconds to start. If it is running, a service that uses it
 * may have the port too, and then the folder is what to report.
 */
async function startPostgres(config: Config): Promise<EmbeddedPostgres> {
  if ((await embeddedUrl(embeddedDirectory)) === undefined) await assertPortsAreFree(config);
  return await startEmbeddedPostgres(embeddedDirectory);
}

async function assertPortsAreFree({ host, port, adminPort }: Config): Promise<void> {
  await assertCanListen(host, 'PORT', port);
  if (adminPort !== undefined) await assertCanListen(host, 'ADMIN_PORT', adminPort);
}

/**
 * The lines that `npm start` prints for the person who starts it: links to open, and a command to
 * paste into a shell.
 */
export function introduction({ url, adminUrl }: Service, pages: boolean, demo: Demo | undefined): string {
  const links = [
    `Submit a verse: ${url}${demo?.path ?? '/submit'}`,
    `Plan the calendar: ${adminUrl}${demo?.operatorPath ?? operatorPath}`,
    `Documentation: ${url}/docs`,
  ];
  return ['', ...(pages ? links : [`Service: ${url}`]), ...(demo === undefined ? [] : [demo.curl]), ''].join('\n');
}
