import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { clearCalendar, recordOf, stateOf } from '../support/desk.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ desk: true });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => clearCalendar(service.database));

const setPause = (body: object) => service.change('PUT', 'pause', body);

test('pauses the calendar and lets it go on; what is so already is not recorded again', async () => {
  for (const paused of [false, true, true, false, false]) {
    const { status, body } = await setPause({ paused, note: `paused: ${paused}` });
    expect({ status, body }).toMatchObject({ status: 200, body: { paused } });
    expect(await stateOf(service.database)).toMatchObject({ isPaused: paused });
    expect((await service.desk('GET', 'calendar')).body.paused).toBe(paused);
  }
  expect(await recordOf(service.database)).toEqual([
    { actor: 'ed', action: 'pause', dates: [], submission: null, note: 'paused: true' },
    { actor: 'ed', action: 'resume', dates: [], submission: null, note: 'paused: false' },
  ]);
});
