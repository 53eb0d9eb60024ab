import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import { root } from '../../src/root.ts';

const copied = ['openapi.yaml', 'package.json', 'contract', 'scripts', 'src', 'client/src/generated'];

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
      await cp(join(root, path), join(directory, path), {
        recursive: true,
        filter: (source) => !source.endsWith('node_modules'),
      });
    }
    for (const path of ['node_modules', 'contract/node_modules'])
      await symlink(join(root, path), join(directory, path));
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
    await cp(join(this.directory, 'openapi.yaml'), join(this.directory, 'contract/released', `${version}.yaml`));
  }

  run(script: string, ...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(this.directory, script), ...args], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }
}
