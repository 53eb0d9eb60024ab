import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { listSubmissionsOperation } from '../../src/generated/operations.ts';
import { report } from '../support/figures.ts';
import { Instance } from '../support/instance.ts';
import type { LoadOptions } from '../support/load.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { token } from '../support/service.ts';
import { expectPromisesKept, type Scene, startScene, statuses } from './scene.ts';
import { mountSmallDisk } from './small-disk.ts';

/**
 * The longest time the service may take to serve again once the cause of a fault is gone, in
 * milliseconds.
 */
const recoveryMs = 5_000;
/** As many connections as the pools of both instances may hold. */
const mostConnections = 20;

/** What a fault happens to. */
interface Place {
  readonly scene: Scene;
  /** Of the instances that get submissions. A changed one takes effect at once. */
  readonly urls: string[];
  /** Waits until submissions succeed again. Called when the cause is gone. */
  readonly served: () => Promise<void>;
  /** Adds a remark to the report. */
  readonly note: (remark: string) => void;
}

/**
 * While players submit, something breaks and is mended again. No promise may be broken, and the
 * service must serve again soon.
 *
 * @param row of the report
 */
async function outage(
  row: string,
  fault: (place: Place) => Promise<void>,
  { settings = {}, load: options = {}, outcomes = ['201', '500'] }: Partial<Options> = {},
) {
  await using scene = await startScene(settings);
  const urls = scene.instances.map(({ url }) => url);
  await using load = await scene.load({ instances: urls, ...options });
  const recoveries: number[] = [];
  const remarks: string[] = [];
  await setTimeout(1_000);
  await fault({
    ...{ scene, urls },
    served: async () => void recoveries.push(await load.served()),
    note: (remark) => void remarks.push(remark),
  });
  await setTimeout(1_000);

  const figures = await load.stop();
  report(row, figures, [`served ${recoveries.join(', ')} ms after the cause was gone`, ...remarks]);
  expectPromisesKept(figures);
  expect(statuses(figures)).toEqual(outcomes);
  expect(Math.max(...recoveries)).toBeLessThan(recoveryMs);
  return { figures, log: scene.log() };
}

interface Options {
  /** Of PostgreSQL. */
  readonly settings: Readonly<Record<string, string>>;
  readonly load: Partial<LoadOptions>;
  /** The statuses of the responses. */
  readonly outcomes: readonly string[];
}

test('PostgreSQL is killed with SIGKILL and started again, three times', async () => {
  await outage('postgres-killed', async ({ scene: { postgres }, served }) => {
    for (let time = 0; time < 3; time++) {
      await setTimeout(1_000);
      await postgres.kill();
      await setTimeout(1_000);
      await postgres.startAgain();
      await served();
    }
  });
});

const stoppedMs = 12_000;
/** A response is due within 5 s; the rest is for a busy machine. */
const slowestResponseMs = 6_000;
/** The most an instance's memory may have grown afterwards: garbage is not collected at once. */
const growthMiB = 64;

test(`PostgreSQL freezes for ${stoppedMs / 1000} s, with its connections open`, async () => {
  const fault = async ({ scene: { postgres, instances }, served, note }: Place) => {
    const memory = () => Promise.all(instances.map((instance) => instance.residentMemory()));
    await setTimeout(2_000);
    const before = await memory();
    await postgres.freeze();
    await setTimeout(stoppedMs);
    await postgres.thaw();
    await served();
    await setTimeout(3_000);
    const after = await memory();
    for (const [index, mebibytes] of before.entries()) expect(after[index]).toBeLessThan(mebibytes + growthMiB);
    expect(await postgres.serviceConnections()).toBeLessThanOrEqual(mostConnections);
    note(`memory ${before.join(' and ')} MiB before, ${after.join(' and ')} after`);
  };
  // Many more clients than connections, to make requests queue up.
  const { figures } = await outage('database-stopped', fault, { load: { concurrency: 64 } });
  expect(figures.slowestResponseMs).toBeLessThan(slowestResponseMs);
});

test('other clients take up every connection that PostgreSQL has', async () => {
  const fault = async ({ scene: { postgres }, served, note }: Place) => {
    // A role for which PostgreSQL reserves no connections.
    await postgres.query("create role other login password 'other'");
    const connectionString = postgres.serviceUrl.replace('service:service', 'other:other');
    const others: pg.Client[] = [];
    const takeAll = async () => {
      for (;;) {
        const client = new pg.Client({ connectionString });
        client.on('error', () => {});
        try {
          await client.connect();
        } catch {
          return;
        }
        others.push(client);
      }
    };
    // The service reconnects at once, so it takes the others a few rounds to get all connections.
    for (let round = 0; round < 50 && (await postgres.serviceConnections()) > 0; round++) {
      await takeAll();
      await postgres.terminateServiceConnections();
      await takeAll();
      await setTimeout(100);
    }
    expect(await postgres.serviceConnections()).toBe(0);
    await setTimeout(3_000);
    await Promise.all(others.map((client) => client.end()));
    await served();
    note(`${others.length} connections taken`);
  };
  const { log } = await outage('connections-exhausted', fault, { settings: { max_connections: '30' } });
  expect(log).toMatch(/"level":50,.*(remaining connection slots are reserved|too many clients)/);
});

test('the database is read-only for three seconds, as during a move', async () => {
  const { log } = await outage('read-only', async ({ scene: { postgres }, served }) => {
    await postgres.change('default_transaction_read_only', 'on');
    await setTimeout(3_000);
    await postgres.change('default_transaction_read_only', 'off');
    await served();
  });
  expect(log).toMatch(/"level":50,.*in a read-only transaction","code":"25006"/);
});

const lockedMs = 20_000;
/** Of both instances together, beside the load. */
const readsPerSecond = 20;

test(`an operator locks the submissions for ${lockedMs / 1000} s`, async () => {
  const headers = { Authorization: `Bearer ${await token('reader')}` };
  const reads: Promise<number>[] = [];
  await outage('table-locked', async ({ scene: { postgres }, urls, served, note }) => {
    const lock = await OpenTransaction.lockingTable({ url: postgres.adminUrl }, 'scheduled_submission');
    let most = 0;
    for (const end = performance.now() + lockedMs; performance.now() < end; ) {
      const url = `${urls[reads.length % urls.length]}${listSubmissionsOperation.path}`;
      reads.push(fetch(url, { headers }).then(({ status }) => status));
      await setTimeout(1_000 / readsPerSecond);
      if (reads.length % 10 === 0) most = Math.max(most, await postgres.serviceConnections());
    }
    await lock.rollback();
    await served();
    expect(most).toBeLessThanOrEqual(mostConnections);
    note(`at most ${most} connections`);
  });
  // Those that were waiting when it was unlocked succeed.
  expect([...new Set(await Promise.all(reads))].sort()).toEqual([200, 500]);
});

const disk = await mountSmallDisk(64);
afterAll(async () => {
  await disk?.unmount();
});

(disk ? test : test.skip)('the disk of the tables is full', async () => {
  const { log } = await outage('disk-full', async ({ scene: { postgres }, served }) => {
    await disk?.takeTables(postgres);
    await disk?.fill();
    await setTimeout(4_000);
    await disk?.empty();
    await served();
  });
  expect(log).toMatch(/"level":50,.*No space left on device/);
});

/**
 * The other instance goes on: the database releases the killed one's locks as soon as its
 * connections are gone.
 */
const longestOutageMs = 2_000;

test('one instance is killed with SIGKILL and replaced, five times', async () => {
  await using replacements = new AsyncDisposableStack();
  const fault = async ({ scene: { postgres, instances }, urls, served }: Place) => {
    let [victim] = instances;
    for (let time = 0; time < 5; time++) {
      await victim?.kill();
      await setTimeout(1_000);
      victim = replacements.use(await Instance.start(postgres.serviceUrl));
      urls[0] = victim.url;
      await setTimeout(1_000);
    }
    await served();
  };
  const { figures } = await outage('instance-killed', fault, { outcomes: ['201', 'none'] });
  expect(figures.longestOutageMs).toBeLessThan(longestOutageMs);
});
