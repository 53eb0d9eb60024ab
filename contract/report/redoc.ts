import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOffline } from '../lint/offline.ts';

/**
 * What the report and the page in it may load: nothing but what stands in them. Redoc's search is a worker made of the page's
 * own text, hence `blob:`.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * The contract as a page by Redoc, which loads nothing.
 *
 * @param tag whose operations are open at first
 * @throws Error with what Redocly CLI printed, when it could not make the page
 */
export async function renderRedoc(tag: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'contract-report-'));
  try {
    const file = join(directory, 'redoc.html');
    const options = ['--config', 'contract/lint/redocly.yaml', '--inlineBundle', '--output', file];
    const args = ['build-docs', 'openapi.yaml', ...options];
    const { exitCode, output } = await runOffline('@redocly/cli', 'redocly', args, [directory]);
    if (exitCode !== 0) throw new Error(`redocly build-docs ended with ${exitCode}: ${output}`);
    return selfContained(await readFile(file, 'utf8'), tag);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/**
 * Without the addresses from which Redoc would load icons, or to which it would send telemetry; the policy forbids any other.
 */
function selfContained(page: string, tag: string): string {
  const head = `<head><meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">${openTag(tag)}`;
  return page
    .replace('<head>', () => head)
    .replaceAll(/https:\/\/(cdn\.redoc\.ly|cdn\.redocly\.com|otel\.cloud\.redocly\.com)\/[^`'"\s)]*/g, 'data:,');
}

/**
 * Redoc shows the operations of a tag when its address names it, and else a button. It scrolls there, and to the
 * entry of its menu, which must not take the report around it along.
 */
function openTag(tag: string): string {
  const slug = encodeURIComponent(tag.toLowerCase().replace(/\s+/g, '-'));
  return `<script>
location.hash = ${JSON.stringify(`#/${slug}`)};
Element.prototype.scrollIntoView = function ({ block } = {}) {
  if (block === 'start') scrollBy(0, this.getBoundingClientRect().top);
};
Element.prototype.scrollIntoViewIfNeeded = () => {};
</script>`;
}
