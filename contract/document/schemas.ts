import { resolveAll } from './references.ts';
import type { Contract, Schema } from './types.ts';

/** The schemas under `components/schemas`, by name, without references. */
export function schemasOf(contract: Contract): Record<string, Schema> {
  return resolveAll(contract, contract.components.schemas);
}

/** The value that a response of this service has: the only one of an enum, or the one that a header's schema names. */
export function fixedValue(schema: Schema | undefined): string | undefined {
  return schema?.['x-sent'] ?? (schema?.enum?.length === 1 ? schema.enum[0] : undefined);
}
