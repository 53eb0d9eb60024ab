/** Whether the service on this machine lives: the health check of the image, which has no curl. The exit code is 0 if it does. */
import { environment, parseEnvironment } from '../src/config.ts';

const { PORT } = parseEnvironment(environment.pick({ PORT: true }), process.env);
const response = await fetch(`http://127.0.0.1:${PORT}/livez`).catch((error: Error) => error);
if (response instanceof Error || !response.ok) {
  console.error(response instanceof Error ? response.message : `/livez answers ${response.status}`);
  process.exitCode = 1;
}
// A connection that is kept open for another request would keep the process.
process.exit();
