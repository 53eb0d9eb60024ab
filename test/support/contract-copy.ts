import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, parseDocument } from 'yaml';

const checkout = fileURLToPath(new URL('../../', import.meta.url));

const copied = [
  'openapi.yaml',
  'openapi.admin.yaml',
  'package.json',
  'contracts',
  'scripts',
  'tools',
  'src/generated',
  'client/src/generated',
];

/**
 * A copy of the contract, of what was released and generated of it, and of the scripts that judge and generate: to spoil the one and
 * run the others.
 */
export class ContractCopy implements AsyncDisposable {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  static async create(): Promise<ContractCopy> {
    const directory = await mkdtemp(join(tmpdir(), 'contract-'));
    for (const path of copied) {
      await cp(join(checkout, path), join(directory, path), { recursive: true });
    }
    await symlink(join(checkout, 'node_modules'), join(directory, 'node_modules'));
    return new ContractCopy(directory);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.directory, { recursive: true });
  }

  async edit(edit: (contract: Document) => void): Promise<void> {
    const path = join(this.directory, 'openapi.yaml');
    const contract = parseDocument(await readFile(path, 'utf8'));
    edit(contract);
    await writeFile(path, String(contract));
  }

  /** Makes the contract, as it is now, the last released one. */
  async release(version: string): Promise<void> {
    await cp(join(this.directory, 'openapi.yaml'), join(this.directory, 'contracts', `${version}.yaml`));
  }

  run(script: string, ...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(this.directory, script), ...args], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }
}
