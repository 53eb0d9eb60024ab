/** Puts the contracts into `dist/`: as JSON, and as the types that `src/` takes from them. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { load } from 'js-yaml';

for (const [name, source] of Object.entries({ openapi: '..', 'openapi.puzzle': '../contract' })) {
  cpSync(`../src/generated/${name}.ts`, `dist/generated/${name}.d.ts`);
  writeFileSync(`dist/${name}.json`, JSON.stringify(load(readFileSync(`${source}/${name}.yaml`, 'utf8')), null, 2));
}
