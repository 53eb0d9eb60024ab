import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import type { Received } from '../model/model.ts';
import type { Sent } from '../model/request.ts';

/** How long a server may take, in milliseconds. */
const responseMs = 10_000;

/** Sends a request just as it is; `fetch` would add headers of its own. */
export async function exchange(url: string, { method, target, headers, body }: Sent): Promise<Received> {
  const { request } = url.startsWith('https:') ? https : http;
  const length = 'Transfer-Encoding' in headers ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const outgoing = request(url.replace(/\/$/, '') + target, { method, headers: { ...headers, ...length } });
  outgoing.setTimeout(responseMs, () => outgoing.destroy(new Error(`No response within ${responseMs / 1_000} s`)));
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [http.IncomingMessage];
  const received = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return { status: incoming.statusCode ?? 0, headers: new Headers(received), text: await text(incoming) };
}

/** Sends bytes, and returns what comes until the connection is closed. */
async function exchangeBytes({ hostname, port, protocol }: URL, bytes: string): Promise<string> {
  const socket =
    protocol === 'https:'
      ? connectTls({ host: hostname, port: Number(port || 443), servername: hostname })
      : connect({ host: hostname, port: Number(port || 80) });
  socket.setTimeout(responseMs / 2, () => socket.destroy());
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
  });
  socket.write(bytes); // not its end: a server may drop what it has not yet answered
  await once(socket, 'close').catch(() => {});
  return received;
}

/** What a server says otherwise than 400 `BadRequest` to requests that HTTP does not know, each a line. */
export async function badRequestFaults(endpoint: string): Promise<string[]> {
  const url = new URL(`${endpoint.replace(/\/$/, '')}/api/verses?words=god`);
  const head = (first: string, ...lines: string[]) => [first, ...lines, 'Connection: close', '', ''].join('\r\n');
  const get = `GET ${url.pathname}${url.search} HTTP/1.1`;
  const host = `Host: ${url.host}`;
  const requests = {
    'without Host': head(get),
    'with two Hosts': head(get, host, 'Host: other'),
    'with an invalid Host': head(get, 'Host: no host'),
    'with a target that is no path': head('GET verses HTTP/1.1', host),
    'with two lengths': head(get, host, 'Content-Length: 1', 'Content-Length: 2'),
    'that is no HTTP': 'HELLO\r\n\r\n',
    'with 17 KiB of headers': head(get, host, `Other: ${'x'.repeat(17 * 1_024)}`),
  };
  const lines = Object.entries(requests).map(async ([name, bytes]) => {
    const line = (await exchangeBytes(url, bytes)).split('\r\n', 1)[0] ?? '';
    // A proxy may say 400 for 431.
    return /^HTTP\/1\.1 4(00|31)/.test(line) ? [] : [`a request ${name} gets "${line}" instead of 400`];
  });
  return (await Promise.all(lines)).flat();
}
