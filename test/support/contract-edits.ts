import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import type { Contract } from '../../contract/document.ts';
import { root } from '../../src/root.ts';

/** Changes a contract in place. */
export type Edit = (contract: Document) => void;

const source = parseDocument(await readFile(join(root, 'openapi.yaml'), 'utf8'));

/** The project's contract after edits. */
export function edited(...edits: Edit[]): Contract {
  const contract = source.clone();
  for (const edit of edits) edit(contract);
  return contract.toJS();
}

export function set(path: readonly unknown[], value: unknown): Edit {
  return (contract) => contract.setIn(path, contract.createNode(value));
}

export function remove(...paths: (readonly unknown[])[]): Edit {
  return (contract) => {
    for (const path of paths) contract.deleteIn(path);
  };
}

/** Adds items to a list, which may be absent. */
export function add(path: readonly unknown[], ...values: unknown[]): Edit {
  return (contract) => {
    if (!contract.hasIn(path)) contract.setIn(path, contract.createNode([]));
    for (const value of values) contract.addIn(path, contract.createNode(value));
  };
}

/** Replaces a value by what a function makes of it. */
export function update<Value>(path: readonly unknown[], change: (value: Value) => unknown): Edit {
  return (contract) => contract.setIn(path, contract.createNode(change(valueAt(contract, path))));
}

/** Moves a value to another place. */
export function move(from: readonly unknown[], to: readonly unknown[]): Edit {
  return (contract) => {
    contract.setIn(to, contract.createNode(valueAt(contract, from)));
    contract.deleteIn(from);
  };
}

export function all(...edits: Edit[]): Edit {
  return (contract) => {
    for (const edit of edits) edit(contract);
  };
}

/** The value at a path of a contract, as plain data. */
function valueAt<Value>(contract: Document, path: readonly unknown[]): Value {
  return path.reduce((value, key) => (value as Record<string, unknown>)[String(key)], contract.toJS()) as Value;
}

// Places of the contract.
export const submit = ['paths', '/api/submit-verse', 'post'];
export const responses = [...submit, 'responses'];
export const body = [...submit, 'requestBody'];
export const schema = (name: string) => ['components', 'schemas', name];
export const member = (name: string, ...path: string[]) => [...schema(name), 'properties', ...path];
export const errorText = (name: string) => [...member(name, 'error', 'enum'), 0];
