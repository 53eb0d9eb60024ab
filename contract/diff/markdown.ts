import { levels, sentence } from './change.ts';
import type { Comparison } from './released.ts';

/** A comparison as Markdown, for a review. */
export function toMarkdown({ released, version, changes, fault }: Comparison): string {
  const counts = levels.map((level) => `${changes.filter((change) => change.level === level).length} ${level}`);
  return [
    `## Contract ${version}, compared with the released ${released}`,
    changes.length === 0 ? 'Nothing changed.' : `Changes: ${counts.join(', ')}.`,
    ...(changes.length === 0 ? [] : [changes.map((change) => `- ${sentence(change)}`).join('\n')]),
    ...(fault === undefined ? [] : [`**Cannot be released:** ${fault}.`]),
  ].join('\n\n');
}
