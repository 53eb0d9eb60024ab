import { escapeHtml } from '../../src/pages/escape-html.ts';

/** Renders a paragraph of Markdown that has only code and bold text. */
export function inlineMarkdown(text: string): string {
  return escapeHtml(text)
    .replace(/&#96;/g, '`')
    .replace(/(`+) ?(.+?) ?\1(?!`)/g, '<code>$2</code>')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');
}

export function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/** A word on a coloured ground; page.css has the kinds. */
export function badge(kind: string, text: string): string {
  return `<span class="badge ${kind}">${escapeHtml(text)}</span>`;
}

/**
 * A table of cells in HTML, without the columns that are empty in every row. On narrow screens each cell stands below the one before, after the
 * heading of its column.
 */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = headings
    .map((heading, index) => ({ heading: escapeHtml(heading), index }))
    .filter(({ index }) => rows.some((cells) => cells[index] !== ''));
  const head = columns.map(({ heading }) => `<th scope="col">${heading}</th>`).join('');
  const body = rows.map(
    (cells) =>
      `<tr>${columns.map(({ heading, index }) => `<td data-heading="${heading}">${cells[index]}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}
