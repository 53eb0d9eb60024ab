import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../src/root.ts';
import type { ContractFile } from '../document/read.ts';
import { sha256 } from '../released/sha256.ts';

/** Which contract a report is about. */
export interface Origin {
  /** The commit that is checked out; undefined without git or outside a repository. */
  readonly commit: string | undefined;
  /** Whether files differ from the commit. */
  readonly changed: boolean;
  /** The checksum of the contract, as `contract/released/SHA256SUMS` has it. */
  readonly checksum: string;
}

/** @param directory the project's folder */
export async function originOf(file: ContractFile, directory = root): Promise<Origin> {
  const checksum = await sha256(join(directory, file));
  try {
    // https://git-scm.com/docs/git-status#_porcelain_format_version_2: headers begin with #, every other line is a change
    const args = ['status', '--porcelain=v2', '--branch'];
    const { stdout } = await promisify(execFile)('git', args, { cwd: directory });
    const [, commit] = /^# branch\.oid ([0-9a-f]+)$/m.exec(stdout) ?? [];
    return { commit, changed: /^[^#\n]/m.test(stdout), checksum };
  } catch {
    return { commit: undefined, changed: false, checksum };
  }
}
