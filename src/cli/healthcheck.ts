/**
 * The image's health check, since the image has no curl. The exit code is 0 if the service on this
 * machine is alive.
 */
import { environment, parseEnvironment } from '../config.ts';
import { livezOperation } from '../generated/operations.admin.ts';

const { PORT, ADMIN_PORT = PORT } = parseEnvironment(
  { PORT: environment.PORT, ADMIN_PORT: environment.ADMIN_PORT },
  process.env,
);
const response = await fetch(`http://127.0.0.1:${ADMIN_PORT}${livezOperation.path}`).catch((error: Error) => error);
if (response instanceof Error || !response.ok) {
  console.error(
    response instanceof Error ? response.message : `${livezOperation.path} responded with ${response.status}`,
  );
  process.exitCode = 1;
}
// Otherwise the idle keep-alive connection would delay the exit.
process.exit();
