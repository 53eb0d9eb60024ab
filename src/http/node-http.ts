import { createRequire } from 'node:module';

/**
 * Node's `http`, required because an import would get all that it exports, and with its WebSocket the client behind `fetch`: 7 MiB for
 * good, and 60 ms at each start.
 */
export const { createServer, IncomingMessage, ServerResponse, STATUS_CODES } = createRequire(import.meta.url)(
  'node:http',
) as typeof import('node:http');
