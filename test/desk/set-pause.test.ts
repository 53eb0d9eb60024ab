import { expect, test } from '@jest/globals';
import { recordOf, stateOf, useDesk } from '../support/desk.ts';

const { service, database } = await useDesk();

const setPause = (body: object) => service.change('PUT', 'pause', body);

test('pauses the calendar and lets it go on; what is so already is not recorded again', async () => {
  for (const paused of [false, true, true, false, false]) {
    const { status, body } = await setPause({ paused, note: `paused: ${paused}` });
    expect({ status, body }).toMatchObject({ status: 200, body: { paused } });
    expect(await stateOf(database)).toMatchObject({ isPaused: paused });
    expect((await service.desk('GET', 'calendar')).body.paused).toBe(paused);
  }
  expect(await recordOf(database)).toEqual([
    { actor: 'ed', action: 'pause', dates: [], submission: null, note: 'paused: true' },
    { actor: 'ed', action: 'resume', dates: [], submission: null, note: 'paused: false' },
  ]);
});
