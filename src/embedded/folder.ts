import { join } from 'node:path';
import { root } from '../root.ts';
import { StartError } from '../start-error.ts';

/** The folder in which the embedded default keeps its data between starts. */
export const embeddedDirectory = join(root, '.data');

const notWritable = ['EACCES', 'EPERM', 'EROFS'];

/**
 * Turns an error of the file system into one line that names the folder and what to do. PostgreSQL
 * and its programs report the system's own words. Returns any other error as it is.
 */
export function folderError(directory: string, error: unknown): unknown {
  // A program that cannot be run says nothing about the folder.
  const { syscall = '' } = error as NodeJS.ErrnoException;
  if (error instanceof StartError || syscall.startsWith('spawn')) return error;
  const { code = '', message, stderr = '' } = error as { code?: string; message: string; stderr?: string };
  const says = (words: string) => message.includes(words) || stderr.includes(words);
  const instead = 'or set DATABASE_URL to use your own PostgreSQL';
  if (code === 'ENOSPC' || says('No space left on device')) {
    return new StartError(`The disk of ${directory} is full: free at least 100 MB, ${instead}`, { cause: error });
  }
  if (notWritable.includes(code) || says('Permission denied') || says('Read-only file system')) {
    return new StartError(`${directory} is not writable: give this user write access to it, ${instead}`, {
      cause: error,
    });
  }
  return error;
}
