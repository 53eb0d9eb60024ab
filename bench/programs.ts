import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../src/root.ts';

/** A program to measure, which runs on Node and serves the contract's operations. */
export interface Program {
  readonly name: string;
  /** The folder it is started in. */
  readonly folder: string;
  readonly nodeArguments: readonly string[];
  /** Whether it also serves the player's page. */
  readonly hasPages: boolean;
}

/** The built service of a checkout, started as by its `npm start`. */
export function serviceOf(folder: string, name: string): Program {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, folder, nodeArguments: scripts.start.split(' ').slice(1), hasPages: true };
}

export const service = serviceOf(root, 'service');

function yardstick(name: string): Program {
  return { name, folder: root, nodeArguments: [`bench/yardsticks/${name}/server.ts`], hasPages: false };
}

export const yardsticks = [yardstick('hand-written'), yardstick('express')];
