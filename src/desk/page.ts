import type { DeskOidc } from '../config.ts';
import { escapeHtml } from '../pages/escape-html.ts';

export interface DeskPage {
  /** The paths of the page's script and style, which change with their content. */
  readonly script: string;
  readonly style: string;
  /** Undefined if operators come with links. */
  readonly oidc: DeskOidc | undefined;
}

/** The page where an operator plans the calendar. */
export function deskPage({ script, style, oidc }: DeskPage): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Verse calendar</title>
    <link rel="icon" href="/desk/icon.svg">
    <link rel="stylesheet" href="${style}">
    <script type="module" src="${script}"></script>
  </head>
  <body>
    <header>
      <h1>Verse calendar<span id="role"></span></h1>
      <p id="session" hidden></p>
    </header>
    <main${oidc === undefined ? '' : provider(oidc)}>
      <noscript>This page needs JavaScript.</noscript>
    </main>
  </body>
</html>
`;
}

function provider({ issuer, clientId, parameters }: DeskOidc): string {
  const data = { issuer, 'client-id': clientId, parameters };
  return Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('');
}
