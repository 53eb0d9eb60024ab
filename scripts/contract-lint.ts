/** Lints the contract: `npm run contract:lint`. Exits 1 when a linter has anything to say. */
import { lintContract } from '../contract/lint/lint.ts';

const results = await lintContract();
for (const { linter, clean, output } of results)
  console.log(`${linter}: ${clean ? 'clean' : 'not clean'}\n${output}\n`);
if (results.some(({ clean }) => !clean)) {
  console.error('Mend openapi.yaml, or write the exception with its reason into the configuration in contract/lint/.');
  process.exitCode = 1;
}
