import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Installs, on Debian, whatever the suite needs. */
const install = 'apt-get update && apt-get install -y chromium-headless-shell firefox-esr webkit2gtk-driver xvfb';

/**
 * Returns the path of the first program that is in PATH.
 *
 * @param names Debian's comes first
 * @throws Error when there is none; the message says how to install it
 */
export function findExecutable(names: readonly string[]): string {
  const directories = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin'];
  const paths = directories.flatMap((directory) => names.map((name) => join(directory, name)));
  const found = paths.find(isExecutable);
  if (found === undefined) throw new Error(`No ${names[0]}: run \`${install}\``);
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
