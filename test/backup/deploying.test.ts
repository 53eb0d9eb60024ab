import { once } from 'node:events';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { getCalendarOperation as calendar } from '../../src/desk/generated/operations.desk.ts';
import { submitVerseOperation as submit } from '../../src/generated/operations.ts';
import { root } from '../../src/root.ts';
import { Instance } from '../support/instance.ts';
import { validSubmission } from '../support/service.ts';
import { query } from '../support/sql.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { certificatePath, installCertificate } from '../support/tls.ts';
import { startDebianPostgres } from './debian-postgres.ts';

const document = await readFile(join(root, 'docs/deploying.md'), 'utf8');

/** The commands of a section of docs/deploying.md, block by block. */
function commandsOf(heading: string): string[] {
  const [, section = ''] = document.split(`\n## ${heading}\n`);
  const [text = ''] = section.split(/^## /m);
  return [...text.matchAll(/^( *)```sh\n(.*?)^\1```$/gms)].map(([, , commands = '']) => commands);
}

/** An issuer of tokens, with its key set. */
async function startIssuer(stack: AsyncDisposableStack) {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'a' }] });
  const server = stack.adopt(
    createServer((_request, response) => response.end(keys)),
    (opened) => void opened.close(),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const tokenOf = (aud: string, sub: string, roles: string[] = []) =>
    new SignJWT({ aud, sub, roles, exp: 4_102_444_800 })
      .setProtectedHeader({ alg: 'RS256', kid: 'a' })
      .sign(privateKey);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`, tokenOf };
}

test('two puzzles that are started as docs/deploying.md says share no player, editor or site', async () => {
  await using stack = new AsyncDisposableStack();
  const directory = stack.adopt(await temporaryDirectory(), (path) => rm(path, { recursive: true }));
  const server = stack.use(await startDebianPostgres());
  const issuer = await startIssuer(stack);

  // Instead of installing, building and starting, `npm` writes the variables for the start.
  const npm = join(directory, 'npm');
  await writeFile(
    npm,
    `#!/bin/sh\ncase "$*" in start) env > '${directory}/started' ;; "run db:"*) PATH=\${PATH#*:} exec npm "$@" ;; esac\n`,
  );
  await chmod(npm, 0o755);
  const run = async (commands: string, input = '') => {
    const here = commands
      .replaceAll('db.example', server.host)
      .replaceAll('/etc/verses/provider.pem', certificatePath('127.0.0.1'))
      .replaceAll('https://login.puzzle.example/.well-known/jwks.json', issuer.url);
    await server.run(`PATH='${directory}':$PATH\n${here}`, input);
  };
  /** Runs commands that end in a start, and starts an instance with the variables that they set. */
  const start = async (commands: string) => {
    await run(commands);
    const set = parseEnv(await readFile(join(directory, 'started'), 'utf8'));
    const names = ['DESK_DATABASE_URL', 'PUZZLE_DATABASE_URL', 'AUTH_JWKS_URL', 'AUTH_AUDIENCE', 'MIGRATE_ON_START'];
    const env = Object.fromEntries(names.flatMap((name) => (set[name] ? [[name, set[name]]] : [])));
    const { HOST = '', PORT = '3000', ADMIN_PORT = '', DATABASE_URL = '' } = set;
    const instance = await Instance.start(DATABASE_URL, { ...env, AUTH_JWT_SECRET: '', HOST, ADMIN_PORT: '0' });
    return { instance: stack.use(instance), audience: set['AUTH_AUDIENCE'] ?? '', ports: [PORT, ADMIN_PORT] };
  };

  const [installAndStart = ''] = commandsOf('Start');
  const [createRoles = '', migrate = '', urls = ''] = commandsOf('Roles with few rights');
  const [certificate = ''] = commandsOf('Managed PostgreSQL');
  const [another = ''] = commandsOf('Several puzzles');
  await run('createdb --template=template0 --encoding=UTF8 verses');
  // Each role's password is asked for twice. `secret` is the password in the document's URLs.
  await run(createRoles, 'secret\n'.repeat(8));
  await run(migrate);
  const first = await start(`${installAndStart.replace(/^npm start$/m, '')}\n${urls}\nnpm start`);
  const second = await start(another);

  expect(new Set([...first.ports, ...second.ports])).toEqual(new Set(['3000', '3001', '3010', '3011']));
  for (const { instance, audience } of [first, second]) {
    for (const puzzle of [first, second]) {
      const send = async (url: string, method: string, player: string, roles?: string[], body?: object) => {
        const headers = { Authorization: `Bearer ${await issuer.tokenOf(puzzle.audience, player, roles)}` };
        return (await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })).status;
      };
      const { url, adminUrl } = instance;
      const { localDate } = validSubmission;
      const statuses = {
        site: await send(`${url}/puzzle/api/completions/${localDate}/ann`, 'PUT', 'site', ['puzzle']),
        player: await send(url + submit.path, submit.method, 'ann', [], validSubmission),
        editor: await send(adminUrl + calendar.path, 'GET', 'eve', ['calendar-editor']),
      };
      const own = puzzle.audience === audience;
      expect(statuses).toEqual(own ? { site: 204, player: 201, editor: 200 } : { site: 401, player: 401, editor: 401 });
    }
  }

  await installCertificate(certificatePath('127.0.0.1'), {
    query: (text) => query(server.superuserUrl, text),
    change: async (name, value) => {
      await query(server.superuserUrl, `alter system set ${name} = '${value}'`);
      await query(server.superuserUrl, 'select pg_reload_conf()');
    },
  });
  const byTls = await start(
    `${certificate}\nexport HOST=127.0.0.1\n${installAndStart.match(/^export AUTH.*$/m)}\nnpm start`,
  );
  expect((await fetch(`${byTls.instance.adminUrl}/readyz`)).status).toBe(200);
  expect(
    await query(server.superuserUrl, `select ssl from pg_stat_ssl join pg_stat_activity using (pid) where ssl limit 1`),
  ).toEqual([{ ssl: true }]);
}, 60_000);
