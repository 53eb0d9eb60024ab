import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractHashes } from '../generated/contracts.ts';
import { root } from '../root.ts';
import { StartError } from '../start-error.ts';
import { contractHash } from './contract-hash.ts';

/**
 * Checks that the contracts are those from which the code was generated. The service would serve
 * one text and return the responses of another.
 *
 * @throws StartError that names the others
 */
export function assertGenerated(): void {
  const others = Object.entries(contractHashes)
    .filter(([file, hash]) => contractHash(readFileSync(join(root, file), 'utf8')) !== hash)
    .map(([file]) => file);
  if (others.length === 0) return;
  const are = others.length === 1 ? 'is' : 'are';
  throw new StartError(
    `${others.join(', ')} ${are} not what the code was generated from: run \`npm run codegen\` and \`npm run build\``,
  );
}
