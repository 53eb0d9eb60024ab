import { expect, test } from '@jest/globals';
import { createTestDatabase } from '../support/database.ts';
import { TestService } from '../support/service.ts';

test('a connection that breaks during a reservation is replaced in the pool', async () => {
  await using service = await TestService.start({ env: { DATABASE_POOL_SIZE: '1' } });
  const { database } = service;
  await database.query(`
    create function break_off() returns trigger language plpgsql as $$
    begin
      if new.user_id like 'unlucky %' then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$`);
  await database.query(
    'create trigger break_off before insert on scheduled_submission for each row execute function break_off()',
  );
  const unlucky = ['unlucky 1', 'unlucky 2', 'unlucky 3'];
  await service.solve([...unlucky, 'lucky']);

  for (const player of unlucky) expect((await service.submit(player)).status).toBe(500);

  expect((await service.submit('lucky')).status).toBe(201);
  expect(await service.submissions()).toHaveLength(1);
});

test('sslmode in DATABASE_URL applies: a server without TLS is rejected', async () => {
  const database = await createTestDatabase();
  const serviceUrl = `${database.serviceUrl}?sslmode=verify-full`;

  await expect(TestService.start({ database: { ...database, serviceUrl } })).rejects.toThrow(/does not support SSL/);

  await database.drop();
});
