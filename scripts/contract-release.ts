/**
 * Keeps `openapi.yaml` as a released contract, `contracts/VERSION.yaml`, with its checksum: `npm run contract:release`.
 * A released contract never changes, so there is nothing to release where the version is taken or too low.
 */
import { constants } from 'node:fs';
import { appendFile, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareWithReleased } from '../tools/diff/released.ts';
import { sha256 } from '../tools/sha256.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version, released, fault } = await compareWithReleased();
if (fault !== undefined || version === released) {
  console.error(`${fault ?? `${version} is released, and openapi.yaml is what it was`}.`);
  process.exitCode = 1;
} else {
  const file = join(root, 'contracts', `${version}.yaml`);
  await copyFile(join(root, 'openapi.yaml'), file, constants.COPYFILE_EXCL);
  await appendFile(join(root, 'contracts/SHA256SUMS'), `${await sha256(file)}  ${version}.yaml\n`);
  console.log(`contracts/${version}.yaml. Commit it with contracts/SHA256SUMS, and date the version in CHANGELOG.md.`);
}
