import { basename } from 'node:path';
import desk from '../generated/openapi.desk.json' with { type: 'json' };
import api from '../generated/openapi.json' with { type: 'json' };

/** A contract that an app serves. */
export interface ServedContract {
  /** Where its YAML is, from the project's folder. */
  readonly file: string;
  /** What it says. */
  readonly document: { readonly info: { readonly title: string } };
}

export const apiContract: ServedContract = { file: 'openapi.yaml', document: api };
export const deskContract: ServedContract = { file: 'contract/openapi.desk.yaml', document: desk };

/** The path of a contract, without its extension: `/openapi` of `openapi.yaml`. */
export function pathOf({ file }: ServedContract): string {
  return `/${basename(file, '.yaml')}`;
}
