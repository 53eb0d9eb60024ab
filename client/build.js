/** Puts the contracts into `dist/`: as JSON, and as the types that `src/` takes from them. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { load } from 'js-yaml';

for (const [contract, types] of [
  ['../openapi', '../src/generated/openapi'],
  ['../contract/openapi.puzzle', '../src/puzzle/generated/openapi.puzzle'],
]) {
  const name = basename(contract);
  cpSync(`${types}.ts`, `dist/generated/${name}.d.ts`);
  writeFileSync(`dist/${name}.json`, JSON.stringify(load(readFileSync(`${contract}.yaml`, 'utf8')), null, 2));
}
