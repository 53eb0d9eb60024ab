import { readFile, writeFile } from 'node:fs/promises';

const file = new URL('RESULTS.md', import.meta.url);

/** Replaces the report under the heading of a command, or adds both. */
export async function record(command: string, report: string): Promise<void> {
  const heading = `## \`${command}\`\n`;
  const text = await readFile(file, 'utf8');
  const [before = '', after = ''] = text.includes(heading) ? text.split(heading) : [`${text}\n`];
  const next = after.indexOf('\n## ');
  await writeFile(file, `${before}${heading}\n${report}${next === -1 ? '' : after.slice(next)}`);
}
