import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { Operation, ParsedRequest } from 'openapi-backend';

type Place = 'path' | 'query' | 'header';

/**
 * The parts of a parameter that this module needs. openapi-backend has resolved every reference.
 */
interface Parameter {
  readonly name: string;
  readonly in: Place;
  readonly required?: boolean;
  readonly schema: object;
  readonly 'x-read-by'?: 'middleware';
}

/** The values of an operation's valid parameters, and the names of the malformed ones. */
export interface Parameters {
  readonly values: Readonly<Record<Place, Readonly<Record<string, unknown>>>>;
  readonly malformed: ReadonlySet<string>;
}

/**
 * Not strict, since Ajv does not know OpenAPI's own keywords, such as `example`.
 * `npm run contract:lint` finds misspelt keywords.
 */
const ajv = new Ajv({ coerceTypes: true, strict: false });
addFormats.default(ajv);

/**
 * Returns a function that reads only the parameters in the operation's contract. Numbers and
 * booleans arrive as text, which Ajv coerces. It would also take `03`, `+3`, `3.0` or `0x3` for 3:
 * a number counts only as `JSON.stringify` writes it.
 *
 * openapi-backend's own validation judges the request as a whole: it cannot ignore a malformed
 * header, it rejects query parameters that are not in the contract, and it coerces neither path
 * parameters nor headers.
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
      const text = sent[place][sentAs];
      const holder = { value: text };
      if (validate(holder) && String(holder.value) === String(text)) values[place][name] = holder.value;
      else malformed.add(name);
    }
    return { values, malformed };
  };
}
