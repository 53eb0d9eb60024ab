import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { invalidChangeMessages as messages } from '../../../src/generated/operations.desk.ts';
import { clearCalendar, noon, placeVerse, stateOf } from '../../support/desk.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ desk: true, clock: () => Temporal.Instant.from(noon) });
  await clearCalendar(service.database);
  await placeVerse(service.database, '2026-12-01');
});
afterAll(() => service[Symbol.asyncDispose]());

describe.each([
  ['POST', 'submissions/1/move', { from: '2026-12-01', to: '2026-12-02' }, messages.from()],
  ['POST', 'submissions/1/withdraw', { from: '2026-12-01' }, messages.from()],
  ['PUT', 'blocked-dates/2026-12-25', { label: 'Christmas' }, messages.label()],
  ['PUT', 'pause', { paused: true }, messages.paused()],
] as const)('the body of %s %s', (method, path, valid, message) => {
  test.each([
    ['is no JSON', '{', 400, 'Invalid JSON body'],
    ['is empty', '', 400, message],
    ['is null', 'null', 400, message],
    ['has no members', '{}', 400, message],
    ['is larger than 4 KiB', JSON.stringify(valid).padEnd(4097), 413, 'Request body too large'],
  ])('%s', async (_title, body, status, error) => {
    const before = await stateOf(service.database);
    const response = await service.desk(method, path, body);
    expect({ status: response.status, body: response.body }).toEqual({ status, body: { error } });
    expect(await stateOf(service.database)).toEqual(before);
  });
});
