import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { report } from '../support/figures.ts';
import { expectPromisesKept, startScene, statuses } from './scene.ts';

test('TWIN: a lost submission, a doubled date, a doubled player, a gap and a killed service are noticed', async () => {
  await using scene = await startScene();
  const { postgres } = scene;
  await postgres.query(`
    alter table scheduled_submission
      drop constraint scheduled_submission_cooldown, drop constraint scheduled_submission_scheduled_date_key`);
  await using load = await scene.load();
  await setTimeout(1_000);
  for (const instance of scene.instances) await instance.kill();
  await setTimeout(1_000);

  const insert = (user: string, date: string) =>
    postgres.query(`
      insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
      select ${user}, 'GEN', 1, 1, ${date} from scheduled_submission`);
  await postgres.query('delete from scheduled_submission where id = (select min(id) + 5 from scheduled_submission)');
  await insert('min(user_id)', 'max(scheduled_date) + 10');
  await insert("'somebody'", 'max(scheduled_date)');

  const figures = await load.stop();
  report('everything-broken', figures);
  // Nine dates before the inserted one, and the deleted one.
  expect(figures).toMatchObject({ lost: 1, doubledDates: 1, doubledPlayers: 1, gaps: 10 });
  expect(() => expectPromisesKept(figures)).toThrow();
  expect(statuses(figures)).toEqual(['201', 'none']);
  expect(figures.longestOutageMs).toBeGreaterThan(900);
});
