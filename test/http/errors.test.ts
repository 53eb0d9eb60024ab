import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../src/log.ts';
import { TestService } from '../support/service.ts';

interface Line {
  readonly level: number;
  readonly requestId?: string;
  readonly status?: number;
  readonly err?: { readonly message: string };
}

let log: Line[] = [];
let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ logger: createLogger('info', { write: (line) => log.push(JSON.parse(line)) }) });
  await service.solve('ann');
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  log = [];
  await service.database.query('delete from scheduled_submission');
});

describe('an unexpected failure gets the documented 500', () => {
  test.each([
    [
      'check 4',
      'alter table daily_completion rename to hidden',
      'alter table hidden rename to daily_completion',
      'relation "daily_completion" does not exist',
    ],
    [
      'check 7',
      'alter table scheduled_submission add spoiled boolean not null',
      'alter table scheduled_submission drop spoiled',
      'null value in column "spoiled"',
    ],
    [
      'the commit of check 7',
      `create function reject() returns trigger language plpgsql as $$ begin raise 'rejected at commit'; end $$;
       create constraint trigger reject after insert on scheduled_submission
       deferrable initially deferred for each row execute function reject()`,
      'drop function reject cascade',
      'rejected at commit',
    ],
  ])('in %s, with its reason in the log, until the failure is gone', async (_title, spoil, restore, reason) => {
    await service.database.query(spoil);
    expect((await service.submit('ann')).status).toBe(500);
    expect(log).toContainEqual(
      expect.objectContaining({
        level: 50,
        requestId: log.find(({ status }) => status === 500)?.requestId,
        err: expect.objectContaining({ message: expect.stringContaining(reason) }),
      }),
    );

    await service.database.query(restore);
    expect(await service.submissions()).toEqual([]);
    expect((await service.submit('ann')).status).toBe(201);
  });
});
