/** Escapes text for HTML, also within an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * A page of the service.
 *
 * @param title as text
 * @param icon its path
 * @param head further lines of HTML
 * @param body likewise
 */
export function htmlPage(title: string, icon: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="${icon}">
${head}  </head>
  <body>
${body}  </body>
</html>
`;
}
