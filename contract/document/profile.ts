import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { root } from '../../src/root.ts';
import { pointerBelow } from './pointer.ts';
import { refName } from './references.ts';
import type { Ref } from './types.ts';

// The types of a union's schemas stand in the schemas that `discriminator` chooses.
const ajv = new Ajv2020({ allErrors: true, verbose: true, discriminator: true, strictTypes: false, $data: true });
addFormats.default(ajv);
ajv.addFormat('regex', isRegExp);
const profile = parse(readFileSync(join(root, 'contract/profile.yaml'), 'utf8'));
const validate = ajv.compile(profile);

/**
 * What of a document is not in the profile (`contract/profile.yaml`): a line for each place, with
 * what stands there and what is allowed.
 *
 * @param document what a YAML file says
 */
export function profileFaults(document: unknown): string[] {
  if (validate(document)) return [];
  return [...new Set((validate.errors ?? []).flatMap(lineOf))];
}

/**
 * Whether Ajv and the code can use a pattern: both set the flag u, which the format of ajv-formats
 * does not.
 */
function isRegExp(text: string): boolean {
  try {
    return new RegExp(text, 'u') !== undefined;
  } catch {
    return false;
  }
}

/** An error of Ajv as a line; nothing for one that repeats another. */
function lineOf({ keyword, instancePath, params, parentSchema = {}, data, message }: ErrorObject): string[] {
  const at = (place: string, text: string) => [`${place}: ${text}`];
  const place = instancePath || '/';
  const below = (key: string) => pointerBelow(instancePath, key);
  switch (keyword) {
    case 'if': // the error of the branch says more
    case 'discriminator': // `required` and `enum` say the same of the type
      return [];
    case 'additionalProperties': {
      const { properties = {}, patternProperties = {} } = parentSchema;
      const allowed = [...Object.keys(properties), ...Object.keys(patternProperties)].join(', ');
      return at(below(params['additionalProperty']), `is not in the profile; allowed: ${allowed}`);
    }
    case 'required': {
      const { discriminator, oneOf = [], properties } = parentSchema;
      const known = oneOf.flatMap(({ $ref }: Ref) => Object.keys(profile.$defs[refName({ $ref })].properties));
      const others = Object.keys(data as object).filter((key) => discriminator && !known.includes(key));
      if (others.length > 0) {
        const allowed = `type, which is ${properties?.type.enum.join(', ')}`;
        return others.map((key) => `${below(key)}: is not in the profile; allowed: ${allowed}`);
      }
      return at(below(params['missingProperty']), 'is missing');
    }
    case 'false schema':
      return at(place, 'is not allowed here');
    case 'const':
      return at(place, `is ${shown(data)}; allowed: ${shown(params['allowedValue'])}`);
    case 'enum':
      return at(place, `is ${shown(data)}; allowed: ${params['allowedValues'].join(', ')}`);
    case 'type':
      return at(place, `is ${shown(data)}; allowed: ${[params['type']].flat().join(', ')}`);
    case 'pattern':
      return at(place, `is ${shown(data)}; allowed: what matches ${params['pattern']}`);
    default:
      return at(place, `is ${shown(data)}; it ${message}`);
  }
}

/** A value in one line, cut where it is long. */
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
