import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { migrationLimits } from '../../src/database/limits.ts';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { createDemo } from '../../src/embedded/demo.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { testSecret } from '../support/service.ts';

let database: TestDatabase;
let orm: Orm;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm(database.url, 2, pino({ level: 'silent' }), migrationLimits);
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

test('however many visits there are at once, they share connections, and the printed links stay valid', async () => {
  const demo = await createDemo({ secret: testSecret }, orm.em, '');
  await Promise.all(Array.from({ length: 1_000 }, () => demo?.signIn()));
  for (const path of [demo?.path, demo?.operatorPath]) {
    const [, code = ''] = /#code=(.+)$/.exec(path ?? '') ?? [];
    expect(demo?.exchange(code)).toMatch(/./);
    expect(demo?.exchange(code)).toBeUndefined();
  }
});
