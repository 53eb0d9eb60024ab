import { schemasOf } from '../../contract/document/schemas.ts';
import type { Contract } from '../../contract/document/types.ts';
import { camel, literal, objectKey } from './names.ts';

/**
 * How long the texts and the lists of each schema can be, and the values of its enum: a constant
 * for each, since a bundler leaves out those that nobody uses.
 */
export function renderLimits(contract: Contract): string {
  const constants = Object.entries(schemasOf(contract)).flatMap(([name, { enum: values, properties = {} }]) => {
    if (values !== undefined) return [`export const ${camel(name)}s = [${values.map(literal).join(', ')}] as const;`];
    const limits = Object.entries(properties).flatMap(([member, { maxLength, maxItems }]) => {
      const limit = maxLength ?? maxItems;
      return limit === undefined ? [] : [`${objectKey(member)}: ${limit}`];
    });
    return limits.length === 0 ? [] : [`export const ${camel(name)}Limits = { ${limits.join(', ')} } as const;`];
  });
  return constants.join('\n\n');
}
