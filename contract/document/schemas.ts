import { resolveAll } from './references.ts';
import type { Contract, Schema } from './types.ts';

/**
 * The schemas under `components/schemas`, by name, without references.
 *
 * @throws Error that names the place of a reference, where it leads nowhere
 */
export function schemasOf(contract: Contract): Record<string, Schema> {
  return resolveAll(contract, '#/components/schemas', contract.components.schemas);
}

/** The only value that a schema allows, if it is an enum of one. */
export function fixedValue(schema: Schema | undefined): string | undefined {
  return schema?.enum?.length === 1 ? schema.enum[0] : undefined;
}
