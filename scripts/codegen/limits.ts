import { schemasOf } from '../../contract/document/schemas.ts';
import type { Contract } from '../../contract/document/types.ts';
import { camel, constant, literal } from './names.ts';

/**
 * How long the texts and the lists of each schema can be, and the values of its enum: a constant
 * for each, since a bundler leaves out those that nobody uses.
 */
export function renderLimits(contract: Contract): string[] {
  return Object.entries(schemasOf(contract)).flatMap(([name, { enum: values, properties = {} }]) => {
    if (values !== undefined) return [`export const ${camel(name)}s = ${literal(values)} as const;`];
    const limits = Object.entries(properties).map(
      ([member, { maxLength, maxItems }]) => [member, maxLength ?? maxItems] as const,
    );
    return constant(`${camel(name)}Limits`, limits);
  });
}
