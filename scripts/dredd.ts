import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { answers } from '../contract/dredd/answers.ts';
import { runDredd } from '../contract/dredd/dredd.ts';
import { type Fault, faults } from '../contract/dredd/faults.ts';
import { registerHooks } from '../contract/dredd/hooks.ts';
import { startProxy } from '../contract/dredd/proxy.ts';
import { startEmbeddedPostgres } from '../src/embedded/postgres.ts';
import { createLogger } from '../src/log.ts';
import type { TestDatabase } from '../test/support/database.ts';
import { TestService } from '../test/support/service.ts';

const usage = `npm run dredd                       every answer that the contract documents, from the real service
npm run dredd -- --fault 'NAME'     the same with one fault, which must end in red
npm run dredd -- --faults           none and each of them in turn; green when all of them are noticed`;

async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { fault: { type: 'string' }, faults: { type: 'boolean' } } });
  const fault = faults.find(({ name }) => name === values.fault);
  if (values.fault !== undefined && fault === undefined) {
    throw new Error(`${usage}\n\nNAME is one of:\n${faults.map(({ name }) => `  ${name}`).join('\n')}`);
  }
  return await withService(values.faults ? noticesFaults : (service) => isAsDocumented(service, fault));
}

async function isAsDocumented(service: TestService, fault?: Fault): Promise<boolean> {
  const wrong = await run(service, fault);
  for (const [answer, reason] of wrong) console.error(`${answer}: ${reason}`);
  const verdict = wrong.size === 0 ? 'green: each' : 'red: not each';
  console.log(`${verdict} of the ${answers.length} answers that the contract documents was shown, and as documented`);
  return wrong.size === 0;
}

/** Whether a run without a fault is green, and one with any of the faults red, for that fault's reason and no other. */
async function noticesFaults(service: TestService): Promise<boolean> {
  let noticesAll = true;
  for (const fault of [undefined, ...faults]) {
    const wrong = await run(service, fault ?? {}, true);
    const asExpected = fault
      ? wrong.size > 0 && wrong.values().every((reason) => fault.reason.test(reason))
      : wrong.size === 0;
    console.log(`${wrong.size === 0 ? 'green' : 'red'}: ${fault?.name ?? 'no fault'}`);
    for (const [answer, reason] of wrong) console.log(`  ${answer}: ${reason}`);
    if (!asExpected) console.error(`It must be ${fault ? `red for ${fault.reason} and nothing else` : 'green'}.`);
    noticesAll &&= asExpected;
  }
  return noticesAll;
}

/** With a fault, even one that spoils nothing, the responses come through the proxy. */
async function run(service: TestService, fault?: Partial<Fault>, silent = false): Promise<ReadonlyMap<string, string>> {
  const options = { registerHooks: registerHooks(service), silent, options: fault?.options };
  if (fault === undefined) return await runDredd(service.url, options);
  await using proxy = await startProxy(service.url, (response) => {
    if (response.status === fault.status) fault.spoil?.(response);
  });
  return await runDredd(proxy.url, options);
}

/** Does something with the service on an empty database. Both are gone afterwards, whatever happens. */
async function withService<Result>(work: (service: TestService) => Promise<Result>): Promise<Result> {
  // A signal, or an error that nobody catches, ends the work; the process ends once all has been stopped and removed.
  const interrupted = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException']) {
    process.on(event, (reason) => interrupted.abort(reason));
  }
  await using stack = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-dredd-'));
  stack.defer(() => rm(directory, { recursive: true }));
  const postgres = await startEmbeddedPostgres(directory, { fsync: 'off' });
  stack.defer(postgres.stop);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  stack.defer(() => client.end());
  const database: TestDatabase = {
    url: postgres.url,
    serviceUrl: postgres.url,
    query: async (text, values) => (await client.query(text, values)).rows,
    drop: async () => {},
  };
  const service = stack.use(await TestService.start({ database, logger: createLogger('error') }));
  const interruption = once(interrupted.signal, 'abort').then(() => Promise.reject(interrupted.signal.reason));
  interrupted.signal.throwIfAborted();
  return await Promise.race([work(service), interruption]);
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : `Interrupted by ${error}`);
  process.exit(1);
}
