import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../src/root.ts';

/** What is measured: a program for Node that serves the endpoint. */
export interface Program {
  readonly name: string;
  /** The folder that it is started in. */
  readonly folder: string;
  readonly nodeArguments: readonly string[];
}

/** The service of a root, started as its `npm start` starts it once it is built. */
export function serviceOf(folder: string, name: string): Program {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, folder, nodeArguments: scripts.start.split(' ').slice(1) };
}

export const service = serviceOf(root, 'service');

function yardstick(name: string): Program {
  return { name, folder: root, nodeArguments: [`bench/yardsticks/${name}/server.ts`] };
}

export const yardsticks = [yardstick('hand-written'), yardstick('express')];
