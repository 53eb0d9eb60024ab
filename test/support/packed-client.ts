import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ProjectCopy } from './project-copy.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const run = promisify(execFile);
const sources = [
  ...[
    'src',
    'types',
    'react',
    'docs',
    'custom-elements.json',
    'package.json',
    'tsconfig.json',
    'README.md',
    'LICENSE',
  ].map((name) => `client/${name}`),
  'client/build.js',
  'client/bundle.js',
  ...['openapi.yaml', 'contract/openapi.puzzle.yaml'],
  ...['src/generated/openapi.ts', 'src/puzzle/generated/openapi.puzzle.ts'],
];

/** A project of a user of the client, who has installed it from the packed file. */
export interface Project extends AsyncDisposable {
  readonly directory: string;
  /** The name of the packed file. */
  readonly packed: string;
  /** The folder of the installed package. */
  readonly client: string;
  /** Writes a file into the project. */
  write(name: string, content: string): Promise<void>;
}

export async function installPackedClient(): Promise<Project> {
  const directory = await temporaryDirectory();
  const write = (name: string, content: string) => writeFile(join(directory, name), content);
  // Packing builds client/dist: in the project itself, test files that run at the same time would
  // overwrite each other's.
  await using copy = await ProjectCopy.create(sources);
  const cwd = join(copy.directory, 'client');
  const { stdout } = await run('npm', ['pack', '--json', `--pack-destination=${directory}`], { cwd });
  const packed: unknown = JSON.parse(stdout.slice(stdout.search(/^[[{]/m)));
  const [{ filename }] = Object.values(packed as Record<string, { filename: string }>) as [{ filename: string }];
  await write('package.json', '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(directory, filename)], { cwd: directory });
  return {
    directory,
    packed: filename,
    client: join(directory, 'node_modules/@verse-submissions/client'),
    write,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
}
