import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import type { ContractFile } from '../../contract/document/read.ts';
import { ProjectCopy } from './project-copy.ts';

const parts = [
  ...['openapi.yaml', 'package.json', 'contract', 'scripts', 'src'],
  ...['client/package.json', 'client/custom-elements.json', 'client/docs', 'client/src', 'desk/src'],
];

/**
 * A copy of the contracts, of what is generated from them, and of the scripts: for tests that edit
 * a contract and run the scripts.
 */
export class ContractCopy implements AsyncDisposable {
  readonly directory: string;
  readonly #project: ProjectCopy;

  private constructor(project: ProjectCopy) {
    this.directory = project.directory;
    this.#project = project;
  }

  static async create(): Promise<ContractCopy> {
    return new ContractCopy(await ProjectCopy.create(parts));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#project[Symbol.asyncDispose]();
  }

  async edit(edit: (contract: Document) => void, file: ContractFile = 'openapi.yaml'): Promise<void> {
    const path = join(this.directory, file);
    const contract = parseDocument(await readFile(path, 'utf8'));
    edit(contract);
    await writeFile(path, String(contract));
  }

  run(script: string, ...args: string[]) {
    return this.runWith({}, script, ...args);
  }

  /** @param env variables that differ from those of the test */
  runWith(env: NodeJS.ProcessEnv, script: string, ...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(this.directory, script), ...args], {
      cwd: this.directory,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    return { status, stdout, stderr };
  }
}
