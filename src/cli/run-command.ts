import { StartError } from '../start-error.ts';

/**
 * Runs a command of the command line. If it fails, the exit code is 1, and standard error has the
 * message of a StartError or, for a fault of ours, the whole error.
 */
export async function runCommand(command: () => Promise<unknown>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
}
