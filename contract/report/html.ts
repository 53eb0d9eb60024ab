/** Escapes text for HTML, also within an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Renders a paragraph of the comparison's Markdown, which has only code and bold text. */
export function inlineMarkdown(text: string): string {
  return escapeHtml(text)
    .replace(/&#96;/g, '`')
    .replace(/(`+) ?(.+?) ?\1(?!`)/g, '<code>$2</code>')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');
}
