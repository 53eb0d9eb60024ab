import type { Socket } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import { maxWaiting } from '../../src/http/client-limits.ts';
import { eventually } from '../support/eventually.ts';
import { connectTo } from '../support/raw-http.ts';
import { TestService, token } from '../support/service.ts';

const service = await TestService.start({ desk: true });
afterAll(() => service[Symbol.asyncDispose]());
// As large as a calendar can be.
await service.database.query(
  `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
   select day || repeat(chr(1), 250), 'JHN', 3, 16, current_date + day from generate_series(0, 400) as day`,
);

/** A client that asks for the calendar as often as a connection may, and takes no response. */
async function askWithoutReading(): Promise<Socket> {
  const socket = connectTo(service.url).pause();
  const authorization = `Bearer ${await token('vera', { roles: ['calendar-viewer'] })}`;
  const request = `GET /desk/api/calendar HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`;
  socket.write(request.repeat(1 + maxWaiting));
  return socket;
}

const reads = ['calendar', 'calendar.csv', 'calendar.ics', 'changes', 'submissions', 'blocked-dates'];
const readAll = () => Promise.all(reads.map(async (path) => (await service.desk('GET', path)).status));

test('two clients that take no response keep further reads waiting, not changes, until they have left', async () => {
  const clients = await Promise.all([askWithoutReading(), askWithoutReading()]);
  await eventually('both hold a read', async () => (await service.desk('GET', 'changes')).status === 500);
  clients.push(await askWithoutReading(), await askWithoutReading()); // these wait
  expect(await readAll()).toEqual(reads.map(() => 500));
  expect((await service.change('PUT', 'pause', { paused: true })).status).toBe(200);

  const waiting = readAll();
  for (const client of clients.reverse()) client.destroy();
  expect(await waiting).toEqual(reads.map(() => 200));
});
