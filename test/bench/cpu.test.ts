import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { cpuTime } from '../../bench/cpu.ts';

const milliseconds = 1_000;

/** A script that computes until it has used `amount` milliseconds of CPU. */
const compute = (amount: number) =>
  `while (process.cpuUsage().user + process.cpuUsage().system < ${amount * milliseconds});`;

test('counts a process, its running child and its ended child', async () => {
  const script = `
    const { spawn } = require('node:child_process');
    spawn(process.execPath, ['-e', ${JSON.stringify(compute(300))}]).on('exit', () => {
      const alive = spawn(process.execPath, ['-e', ${JSON.stringify(`${compute(200)} console.log(); setInterval(() => {}, 1e6);`)}]);
      alive.stdout.once('data', () => {
        ${compute(100)}
        console.log();
      });
      process.stdin.resume().on('end', () => {
        alive.kill();
        process.exit();
      });
    });`;
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(parent.stdout, 'data');
  const used = cpuTime(parent.pid as number) / milliseconds;
  parent.stdin.end();
  await once(parent, 'exit');
  expect(used).toBeGreaterThan(590);
  expect(used).toBeLessThan(1_200);
});

test('counts nothing for a process that has ended', async () => {
  const child = spawn('true');
  await once(child, 'exit');
  expect(cpuTime(child.pid as number)).toBe(0);
});
