import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A mutant that no test notices: its file, the line it is in, what becomes of what, and why no test is to notice. */
export interface Survivor {
  readonly file: string;
  readonly line: string;
  readonly mutation: string;
  readonly reason: string;
}

export async function readSurvivors(): Promise<Survivor[]> {
  return JSON.parse(await readFile(join(import.meta.dirname, 'survivors.json'), 'utf8'));
}

/** A line of code as survivors.json quotes it: without its comment, which may be reworded. */
export function quote(line: string): string {
  return line.replace(/ \/\/ .*$/, '').trim();
}
