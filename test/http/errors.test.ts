import { expect, test } from '@jest/globals';
import { createLogger } from '../../src/log.ts';
import { TestService } from '../support/service.ts';

test('a commit that fails gets the documented 500, with its reason in the log', async () => {
  const log: { status?: number; requestId?: string }[] = [];
  const logger = createLogger('info', { write: (line) => log.push(JSON.parse(line)) });
  await using service = await TestService.start({ logger });
  await service.solve('ann');
  await service.database.query(
    `create function reject() returns trigger language plpgsql as $$ begin raise 'rejected at commit'; end $$;
     create constraint trigger reject after insert on scheduled_submission
     deferrable initially deferred for each row execute function reject()`,
  );
  expect((await service.submit('ann')).status).toBe(500);
  expect(log).toContainEqual(
    expect.objectContaining({
      level: 50,
      requestId: log.find(({ status }) => status === 500)?.requestId,
      err: expect.objectContaining({ message: expect.stringContaining('rejected at commit') }),
    }),
  );
});
