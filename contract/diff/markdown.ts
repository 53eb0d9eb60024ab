import { type Change, counts, sentence } from './change.ts';
import type { Comparison } from './released.ts';

/** A comparison with the last released contract as Markdown, for a review. */
export function toMarkdown({ file, released, version, changes, fault }: Comparison): string {
  if (released === undefined) return `## ${file} ${version} is new: it has not been released`;
  const heading = `${file} ${version}, compared with the released ${released}`;
  return [listed(heading, changes), ...(fault === undefined ? [] : [`**Cannot be released:** ${fault}.`])].join('\n\n');
}

/** Changes as Markdown, below a heading. */
export function listed(heading: string, changes: readonly Change[]): string {
  const numbers = Object.entries(counts(changes)).map(([level, count]) => `${count} ${level}`);
  return [
    `## ${heading}`,
    changes.length === 0 ? 'Nothing changed.' : `Changes: ${numbers.join(', ')}.`,
    ...(changes.length === 0 ? [] : [changes.map((change) => `- ${sentence(change)}`).join('\n')]),
  ].join('\n\n');
}
