import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { Contract } from './types.ts';

/**
 * What an object may have: exactly the members that the contract names, as our own service sends
 * them, or others too, where the contract leaves a schema open.
 */
export type Members = 'exact' | 'open';

/**
 * Returns every deviation of a value from the schema at a JSON pointer (`#/components/...`); empty
 * if there is none.
 *
 * @param members `exact` by default
 * @throws Error if there is no schema
 */
export type FindFaults = (pointer: string, value: unknown, members?: Members) => ErrorObject[];

/** Compiles each schema of a contract once, when it is first needed. */
export function createFindFaults(contract: Contract): FindFaults {
  const ajv = new Ajv({ strict: false, allErrors: true, verbose: true });
  addFormats.default(ajv);
  const error = { message: 'must be one of x-messages' };
  ajv.addKeyword({ keyword: 'x-messages', type: 'string', validate: isMessage, error });
  ajv.addSchema(contract, 'open');
  ajv.addSchema(closed(contract), 'exact');
  return (pointer, value, members = 'exact') => {
    const [, ...keys] = pointer.split('/');
    const validate = ajv.getSchema(`${members}#/${keys.map(encodeURIComponent).join('/')}`);
    if (validate === undefined) throw new Error(`There is no ${pointer}`);
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

/** Whether a text is one of the `x-messages` of its schema, whose `{names}` stand for any text. */
function isMessage(messages: Readonly<Record<string, string>>, text: string): boolean {
  return Object.values(messages).some((message) =>
    new RegExp(
      `^${message
        .split(/\{\w+\}/)
        .map(RegExp.escape)
        .join('.+')}$`,
    ).test(text),
  );
}

/** A contract without room for members that it does not name. */
function closed({ components, ...rest }: Contract): Contract {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    schema.type === 'object' ? { ...schema, additionalProperties: false } : schema,
  ]);
  return { ...rest, components: { ...components, schemas: Object.fromEntries(schemas) } };
}
