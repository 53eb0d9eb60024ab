import { escapeHtml } from '../../src/pages/escape-html.ts';
import { type Change, counts, type Level, levels, lineOf, mostSevere } from '../diff/change.ts';
import type { Comparison } from '../diff/released.ts';
import { badge, inlineMarkdown } from './html.ts';
import type { Report } from './report.ts';

/** What a change of each level means for clients. */
export const meanings: Record<Level, string> = {
  breaking: 'Clients written for the last release may fail.',
  compatible: 'Clients written for the last release still work.',
  wording: 'Only readers notice.',
};

/** What changed since the last release: the most severe first. */
export function changesSection({ comparison }: Report): string {
  const { version, released, changes, fault } = comparison;
  if (released === undefined) {
    return `<section id="changes">
<h2>A new contract</h2>
<p>No version of it has been released.</p>
</section>`;
  }
  const level = mostSevere(comparison.changes);
  const nothing = `<p>Nothing: ${escapeHtml(version)} equals ${escapeHtml(released)}.</p>`;
  return `<section id="changes">
<h2>What changed since ${escapeHtml(released)}</h2>
${fault === undefined ? '' : `<p class="fault">${escapeHtml(fault)}.</p>`}
${level === undefined ? (fault === undefined ? nothing : '') : `<p>${badge(level, level)} ${meanings[level]}</p>`}
${levels.map((each) => changeList(each, changes)).join('\n')}
</section>`;
}

/** How many changes there are of each level, in words. */
export function changesInWords({ changes }: Comparison): string {
  const present = Object.entries(counts(changes)).flatMap(([level, count]) => (count > 0 ? `${count} ${level}` : []));
  return present.join(', ') || 'No changes';
}

/** The changes of a level. Wording is folded: it is long, and nobody's program notices it. */
function changeList(level: Level, changes: readonly Change[]): string {
  const ofLevel = changes.filter((change) => change.level === level);
  if (ofLevel.length === 0) return '';
  const items = ofLevel.map(
    (change) => `<li>${badge(level, level)}<span>${inlineMarkdown(lineOf(change))}</span></li>`,
  );
  const list = `<ul class="changes">\n${items.join('\n')}\n</ul>`;
  return level === 'wording' ? `<details><summary>Changes of wording</summary>${list}</details>` : list;
}
