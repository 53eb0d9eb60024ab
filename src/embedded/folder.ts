import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../root.ts';
import { StartError } from '../start-error.ts';

/** The folder in which the embedded default keeps its data between starts. */
export const embeddedDirectory = join(root, '.data');

/** Reads a text; undefined if the file does not exist. */
export async function readIfExists(path: string): Promise<string | undefined> {
  return await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/**
 * Writes a file that only its owner may read. Even after a power cut, it is complete or as it was
 * before.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.unfinished`;
  {
    await using file = await open(unfinished, 'w', 0o600);
    await file.writeFile(text);
    await file.sync();
  }
  await rename(unfinished, path);
  await syncFolder(dirname(path));
}

/** Makes renamed files of a folder outlast a power cut. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // has no such call
  await using folder = await open(path);
  await folder.sync();
}

const notWritable = ['EACCES', 'EPERM', 'EROFS'];

/**
 * Turns an error of the file system, of PostgreSQL or of one of its programs into one line that
 * names the folder and the reason, if possible what to do. Returns any other error as it is.
 */
export function folderError(directory: string, error: unknown): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  const { code, syscall = '', message, stderr = '' } = error as NodeJS.ErrnoException & { stderr?: string };
  const says = (words: string) => message.includes(words) || stderr.includes(words);
  const instead = 'or set DATABASE_URL to use your own PostgreSQL';
  const line = (text: string) => new StartError(text, { cause: error });
  // A program that cannot be run says nothing about the folder.
  const isProgram = syscall.startsWith('spawn');
  if (code === 'ENOSPC' || says('No space left on device')) {
    return line(`The disk of ${directory} is full: free at least 100 MB, ${instead}`);
  }
  if (!isProgram && (notWritable.includes(code ?? '') || says('Permission denied') || says('Read-only file system'))) {
    return line(`${directory} is not writable: give this user write access to it, ${instead}`);
  }
  if (says('could not look up effective user ID')) {
    const user = process.getuid?.();
    return line(`PostgreSQL needs a name for the user id ${user}: add it to /etc/passwd, ${instead}`);
  }
  // Programs and PostgreSQL have codes, too. An error without one is a fault of ours.
  if (code === undefined) return error;
  const [reason] = /(?<=(?:error|FATAL|PANIC): +).*/.exec(stderr) ?? message.split('\n', 1);
  return line(`The embedded PostgreSQL in ${directory} cannot be used: ${reason}`);
}
