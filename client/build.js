/** Puts the contract into `dist/`: as JSON, and as the types that `src/` takes from it. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { load } from 'js-yaml';

cpSync('../src/generated/openapi.ts', 'dist/generated/openapi.d.ts');
writeFileSync('dist/openapi.json', JSON.stringify(load(readFileSync('../openapi.yaml', 'utf8')), null, 2));
