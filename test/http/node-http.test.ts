import { expect, test } from '@jest/globals';
import { RunningScript } from '../support/process.ts';

test.each([
  ['src/service.ts', false],
  ['node:http', true], // what an import of it would bring along
])('whether %s loads the client behind fetch: %p', async (module, loads) => {
  const specifier = module.startsWith('node:') ? module : new URL(`../../${module}`, import.meta.url).href;
  const program = `await import('${specifier}'); console.log(process.moduleLoadList.some((name) => name.includes('undici')));`;
  const script = new RunningScript('.', ['--input-type=module', '--eval', program]);
  expect(await script.exitCode).toBe(0);
  expect(script.stdout.trim()).toBe(String(loads));
});
