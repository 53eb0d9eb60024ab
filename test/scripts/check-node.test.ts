import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { RunningScript } from '../support/process.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** A production install has no Node of its own. */
test.each(['prestart', 'build', 'token', 'demo:solve', 'psql', 'mock', 'db:migrate', 'db:status'])(
  'npm run %s ends with one line on a Node.js that is too old',
  async (name) => {
    const NODE_OPTIONS = "--import data:text/javascript,Object.defineProperty(process,'version',{value:'v20.19.2'})";
    const script = new RunningScript(root, scripts[name].split(' ').slice(1), { NODE_OPTIONS });
    expect(await script.exitCode).toBe(1);
    expect(script.stderr).toMatch(/^Node\.js \d+ or newer is needed.* This is v20\.19\.2\.\n$/);
  },
);
