import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Contract } from '../../contract/document.ts';
import { root } from '../../src/root.ts';

function read(file: string): { readonly source: string; readonly contract: Contract } {
  const source = readFileSync(join(root, file), 'utf8');
  return { source, contract: parse(source) };
}

export const api = read('openapi.yaml');
export const admin = read('contract/openapi.admin.yaml');

/** A generated file, as it is committed, without its header. */
export function generated(file: string): string {
  return readFileSync(join(root, file), 'utf8').replace(/^\/\/ Generated from .*\n\n/, '');
}
