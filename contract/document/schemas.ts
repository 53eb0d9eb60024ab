import { resolveAll } from './references.ts';
import type { Contract, Schema } from './types.ts';

/** The schemas under `components/schemas`, by name, without references. */
export function schemasOf(contract: Contract): Record<string, Schema> {
  return resolveAll(contract, contract.components.schemas);
}

/** The only value that a schema allows, if it is an enum of one. */
export function fixedValue(schema: Schema | undefined): string | undefined {
  return schema?.enum?.length === 1 ? schema.enum[0] : undefined;
}
