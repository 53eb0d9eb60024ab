import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { Operation, ParsedRequest } from 'openapi-backend';

type Place = 'path' | 'query' | 'header';

/** The parts of a parameter that matter here; openapi-backend has resolved every reference. */
interface Parameter {
  readonly name: string;
  readonly in: Place;
  readonly required?: boolean;
  readonly schema: object;
  readonly 'x-read-by'?: 'middleware';
}

/** The values of an operation's parameters, and the names of those that are not as the contract says. */
export interface Parameters {
  readonly values: Readonly<Record<Place, Readonly<Record<string, unknown>>>>;
  readonly malformed: ReadonlySet<string>;
}

/** Not strict, since Ajv does not know OpenAPI's own keywords, such as `example`; `npm run contract:lint` finds those that are misspelt. */
const ajv = new Ajv({ coerceTypes: 'array', strict: false });
addFormats.default(ajv);

/**
 * Reads the parameters that the contract has for an operation, and no others. Numbers and booleans arrive as text, which Ajv coerces.
 *
 * openapi-backend's own validation judges the request as a whole: it could not ignore a malformed header, rejects a query that the contract
 * does not have, and coerces neither paths nor headers.
 */
export function createReadParameters(operation: Operation): (request: ParsedRequest) => Parameters {
  const parameters = (operation.parameters as unknown as Parameter[])
    .filter((parameter) => parameter['x-read-by'] === undefined)
    .map(({ name, in: place, required, schema }) => ({
      name,
      place,
      sentAs: place === 'header' ? name.toLowerCase() : name,
      validate: ajv.compile({ properties: { value: schema }, required: required ? ['value'] : [] }),
    }));

  return ({ params, query, headers }) => {
    const sent = { path: params, query, header: headers };
    const values: Record<Place, Record<string, unknown>> = { path: {}, query: {}, header: {} };
    const malformed = new Set<string>();
    for (const { name, place, sentAs, validate } of parameters) {
      const holder = { value: sent[place][sentAs] };
      if (validate(holder)) values[place][name] = holder.value;
      else malformed.add(name);
    }
    return { values, malformed };
  };
}
