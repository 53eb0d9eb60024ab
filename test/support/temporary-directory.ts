import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates an empty folder. The caller removes it. */
export async function temporaryDirectory(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'verse-submissions-'));
}
