/** Text as it stands in HTML, also within an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** One paragraph of the Markdown that the comparison of contracts writes: code and bold text, nothing else. */
export function inlineMarkdown(text: string): string {
  return escapeHtml(text)
    .replace(/&#96;/g, '`')
    .replace(/(`+) ?(.+?) ?\1(?!`)/g, '<code>$2</code>')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');
}
