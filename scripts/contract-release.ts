/**
 * Copies `openapi.yaml` to `contract/released/VERSION.yaml` and records its checksum: `npm run contract:release`. Exits 1 when the version is
 * released already or too low for the changes: a released contract never changes.
 */

import { constants } from 'node:fs';
import { appendFile, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { compareWithReleased } from '../contract/diff/released.ts';
import { sha256 } from '../contract/released/sha256.ts';
import { root } from '../src/root.ts';

new Command('npm run contract:release')
  .description('Copies openapi.yaml to contract/released/, with its checksum.')
  .showHelpAfterError()
  .parse();

const { version, released, fault } = await compareWithReleased();
if (fault !== undefined || version === released) {
  console.error(`${fault ?? `${version} is released already, and openapi.yaml has not changed`}.`);
  process.exitCode = 1;
} else {
  const file = join(root, 'contract/released', `${version}.yaml`);
  await copyFile(join(root, 'openapi.yaml'), file, constants.COPYFILE_EXCL);
  await appendFile(join(root, 'contract/released/SHA256SUMS'), `${await sha256(file)}  ${version}.yaml\n`);
  console.log(
    `contract/released/${version}.yaml. Commit it with contract/released/SHA256SUMS, and date the version in CHANGELOG.md.`,
  );
}
