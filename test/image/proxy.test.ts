import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { request as requestByTls } from 'node:https';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { assertDocumented, type ReceivedResponse } from '../../contract/response-check.ts';
import { freePort } from '../../src/embedded/free-port.ts';
import { listSubmissionsOperation as list, submitVerseOperation as submit } from '../../src/generated/operations.ts';
import { root } from '../../src/root.ts';
import { eventually } from '../support/eventually.ts';
import { compareWithDatabase, type Promised, print } from '../support/figures.ts';
import { Instance } from '../support/instance.ts';
import { Postgres } from '../support/postgres.ts';
import { RunningScript } from '../support/process.ts';
import { token, validSubmission } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { certificatePath } from '../support/tls.ts';

/** The folder of the release that is upgraded, installed and built; by default this version. */
const earlier = process.env['UPGRADE_FROM'] || root;

/** What docs/proxy.md says is for operators, and for the site's server. */
const document = readFileSync(join(root, 'docs/proxy.md'), 'utf8');
const [, row = ''] = document.match(/^\| (`.+`) \| 404 \| 404 \| 404 \|$/m) ?? [];
const rejected = [...row.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);

describe.each([
  { file: 'nginx.conf', withoutInstances: 502 },
  { file: 'haproxy.cfg', withoutInstances: 503 },
])('deploy/proxy/$file', ({ file, withoutInstances }) => {
  const stack = new AsyncDisposableStack();
  const instances: Instance[] = [];
  let postgres: Postgres;
  let url: string;
  let desk: URL;
  beforeAll(async () => {
    postgres = stack.use(await Postgres.start());
    stack.defer(async () => void (await Promise.all(instances.map((instance) => instance.kill()))));
    // The desk is asked for its page, and without a token: it needs no database.
    const env = { ADMIN_PORT: '0', DESK_DATABASE_URL: postgres.serviceUrl };
    for (const index of [0, 1]) instances[index] = await Instance.start(postgres.serviceUrl, env, earlier);
    [url, desk] = await startProxy(file, instances, stack);
  });
  afterAll(() => stack.disposeAsync());

  test('limits the requests of a player, and those of an address', async () => {
    const send = sender(url, '127.0.2.1');
    const read = async (player: string) => send('GET', list.path, { Authorization: `Bearer ${await token(player)}` });
    const reads = await Promise.all(Array.from({ length: 40 }, () => read('busy')));
    expect((await read('another')).status).toBe(200);
    const pages = await Promise.all(Array.from({ length: 120 }, () => sender(url, '127.0.2.2')('GET', '/docs')));

    const [ofPlayer = [], ofAddress = []] = [reads, pages].map((all) => all.filter(({ status }) => status !== 200));
    print(file, `${ofPlayer.length} of a player's 40 at once rejected, ${ofAddress.length} of an address's 120`);
    expect(Math.min(ofPlayer.length, ofAddress.length)).toBeGreaterThan(0);
    for (const rejected of [...ofPlayer, ...ofAddress]) expectOwn(rejected, 503, 'Too many requests');
  });

  test('keeps clients from the operators’ paths, and from choosing the ids in the log', async () => {
    const send = sender(url, '127.0.2.3');
    expect(rejected).toContain('/puzzle/');
    for (const path of [...rejected, '/puzzle/api/players/1', '/%70uzzle/', '//Metrics'])
      expect(await send('GET', path)).toMatchObject({ status: 404, text: '{"error":"Not found"}' });
    const { headers } = await send('GET', list.path, { 'X-Request-Id': 'chosen' });
    const id = headers.get('X-Request-Id');
    expect(id).not.toBe('chosen');
    await eventually('its line', () => instances.some(({ log }) => log.includes(`"requestId":"${id}"`)));
  });

  test('with its desk, lets operators reach that by TLS, and nothing else', async () => {
    const ca = await readFile(certificatePath('127.0.0.1'));
    const statusOf = async (path: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
      requestByTls(new URL(path, desk), { ca }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
      return [path, await promise];
    };
    for (const path of ['/desk', '/desk/icon.svg', '/api/chapters/JHN/3'])
      expect(await statusOf(path)).toEqual([path, 200]);
    expect(await statusOf('/desk/api/calendar')).toEqual(['/desk/api/calendar', 401]);
    for (const path of [...rejected, '/', '/submit', list.path]) expect(await statusOf(path)).toEqual([path, 404]);
  });

  test('loses no request while the instances are replaced, one right after the other, three times', async () => {
    const { failed, promised } = await underLoad(url, postgres, async () => {
      for (const index of [0, 1, 0, 1, 0, 1]) {
        const { url, adminUrl } = instances[index] as Instance;
        await instances[index]?.stop();
        const env = { PORT: new URL(url).port, ADMIN_PORT: new URL(adminUrl).port };
        instances[index] = await Instance.start(postgres.serviceUrl, env);
        await eventually('readiness', async () => (await fetch(`${adminUrl}/readyz`)).ok);
      }
    });
    print(file, `${promised.length} stored, ${failed.length} failed`);
    expect(failed).toEqual([]);
    const none = { lost: 0, doubledDates: 0, doubledPlayers: 0, gaps: 0, storedWithout201: 0 };
    expect(await compareWithDatabase(postgres.adminUrl, promised)).toEqual(none);
  });

  test('without an instance, responds with JSON that pages of other origins may read', async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
    expectOwn(await sender(url, '127.0.2.4')('GET', list.path), withoutInstances, 'The service is unavailable');
  });
});

function expectOwn({ status, headers, text }: ReceivedResponse, expected: number, error: string): void {
  expect({ status, body: JSON.parse(text), ...Object.fromEntries(headers) }).toMatchObject({
    status: expected,
    body: { error },
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Retry-After, X-Request-Id',
    'retry-after': '1',
    'x-request-id': expect.stringMatching(/^[\da-f-]{32,36}$/),
  });
}

/** Sends requests from an address of its own: all of 127.0.0.0/8 is this machine. */
function sender(url: string, localAddress: string) {
  const agent = new Agent({ keepAlive: true, localAddress });
  return async (method: string, path: string, headers = {}, body?: object): Promise<ReceivedResponse> => {
    const { promise, resolve, reject } = Promise.withResolvers<ReceivedResponse>();
    const sent = request(url + path, { method, headers, agent }, async (response) => {
      const received = new Headers(response.headers as Record<string, string>);
      resolve({ status: response.statusCode ?? 0, headers: received, text: await text(response) });
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
    return await promise;
  };
}

/**
 * Meanwhile, eight clients submit, each time as a new player and every second time with a key. They
 * stay below the limits.
 */
async function underLoad(url: string, postgres: Postgres, meanwhile: () => Promise<void>) {
  await postgres.query(
    `insert into daily_completion (anonymous_id, date)
     select client || '-' || number, $1::date from generate_series(1, 8) as client, generate_series(1, 1000) as number`,
    [validSubmission.localDate],
  );
  let stopped = false;
  const [failed, promised]: [string[], Promised[]] = [[], []];
  const clients = Array.from({ length: 8 }, async (_, index) => {
    const send = sender(url, `127.0.1.${index + 1}`);
    for (let number = 1; !stopped; number++) {
      const player = `${index + 1}-${number}`;
      const headers = { Authorization: `Bearer ${await token(player)}`, 'Content-Type': 'application/json' };
      const key = number % 2 === 0 && { 'Idempotency-Key': crypto.randomUUID() };
      try {
        const response = await send(submit.method, submit.path, { ...headers, ...key }, validSubmission);
        if (response.status !== 201) throw new Error(response.text);
        assertDocumented(submit.method, submit.path, response);
        promised.push({ player, date: JSON.parse(response.text).scheduledDate });
      } catch (error) {
        failed.push(String(error));
      }
      await setTimeout(55);
    }
  });
  await meanwhile().finally(() => {
    stopped = true;
  });
  await Promise.all(clients);
  return { failed, promised };
}

/**
 * Starts nginx or HAProxy with both examples, in which only addresses, ports and the certificate
 * change.
 *
 * @returns the URLs of the proxy and of the desk
 */
async function startProxy(
  file: string,
  instances: readonly Instance[],
  stack: AsyncDisposableStack,
): Promise<[string, URL]> {
  const directory = stack.adopt(await temporaryDirectory(), (path) => rm(path, { recursive: true }));
  const host = `127.0.0.1:${await freePort()}`;
  const deskHost = `127.0.0.1:${await freePort()}`;
  const certificate = await readFile(certificatePath('127.0.0.1'));
  const key = await readFile(join(dirname(certificatePath('127.0.0.1')), 'server.key'));
  // HAProxy reads both from one file.
  await writeFile(join(directory, 'desk.pem'), Buffer.concat([certificate, key]));
  await writeFile(join(directory, 'desk.key'), key);
  for (const name of [file, `desk-${file}`]) {
    let example = await readFile(join(root, 'deploy/proxy', name), 'utf8');
    example = example.replace('listen 80;', `listen ${host};`).replace('bind :80 ', `bind ${host} `);
    example = example.replace('listen 443 ', `listen ${deskHost} `).replace('bind :443 ', `bind ${deskHost} `);
    example = example.replaceAll('/etc/ssl/desk.verses.example', join(directory, 'desk'));
    instances.forEach(({ url, adminUrl }, index) => {
      const [{ host }, admin] = [new URL(url), new URL(adminUrl)];
      example = example
        .replaceAll(`10.0.0.${index + 1}:3000`, host)
        .replaceAll(`10.0.0.${index + 1}:3001`, admin.host)
        .replace(`${host} check port 3001`, `${host} check port ${admin.port}`);
    });
    await writeFile(join(directory, name), example);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  await writeFile(
    join(directory, 'main'),
    `events {} http { ${temporary.join(' ')} access_log off; include ${file}; include desk-${file}; }`,
  );
  const [program, ...args] =
    file === 'nginx.conf'
      ? ['nginx', '-p', directory, '-c', 'main', '-e', 'stderr', '-g', 'daemon off; pid pid;']
      : ['haproxy', '-db', '-f', file, '-f', `desk-${file}`];
  const proxy = new RunningScript(directory, args, { PATH: `${process.env['PATH']}:/usr/sbin` }, program);
  stack.defer(async () => void (await proxy.kill('SIGTERM')));
  await eventually(`a response of ${program}`, () => fetch(`http://${host}`).catch(() => undefined));
  return [`http://${host}`, new URL(`https://${deskHost}`)];
}
