/**
 * Keeps `openapi.yaml` as a released contract, `contract/released/VERSION.yaml`, with its checksum: `npm run contract:release`.
 * A released contract never changes, so there is nothing to release where the version is taken or too low.
 */

import { constants } from 'node:fs';
import { appendFile, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareWithReleased } from '../contract/diff/released.ts';
import { sha256 } from '../contract/released/sha256.ts';
import { root } from '../src/root.ts';

const { version, released, fault } = await compareWithReleased();
if (fault !== undefined || version === released) {
  console.error(`${fault ?? `${version} is released, and openapi.yaml is what it was`}.`);
  process.exitCode = 1;
} else {
  const file = join(root, 'contract/released', `${version}.yaml`);
  await copyFile(join(root, 'openapi.yaml'), file, constants.COPYFILE_EXCL);
  await appendFile(join(root, 'contract/released/SHA256SUMS'), `${await sha256(file)}  ${version}.yaml\n`);
  console.log(
    `contract/released/${version}.yaml. Commit it with contract/released/SHA256SUMS, and date the version in CHANGELOG.md.`,
  );
}
