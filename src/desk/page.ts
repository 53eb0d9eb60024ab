import type { Router } from '@koa/router';
import type { State } from '../api/state.ts';
import { compress, importedChunks, readBuilt } from '../pages/content.ts';
import { escapeHtml, htmlPage } from '../pages/html.ts';
import { createRouter, policies, serve, serveChunks, serveHashed, setType } from '../pages/serve.ts';
import type { DeskOidc } from './config.ts';

/**
 * Serves the page where an operator plans the calendar, `/desk`.
 *
 * @param oidc where operators sign in; undefined if they come with links
 */
export async function createDeskPage(oidc: DeskOidc | undefined): Promise<Router<State>> {
  const router = createRouter();
  const chunks = (await importedChunks('desk')).map((name) => `/desk/${name}`);
  const html = await compress(deskPage({ ...(await serveHashed(router, '/desk', 'desk')), chunks, oidc }));
  const policy = oidc === undefined ? policies.strict : policies.signIn(oidc.issuer);
  serve(router, '/desk', html, policy, setType('.html'));
  serve(router, '/desk/icon.svg', await readBuilt('icon.svg'), policies.strict, setType('.svg'));
  await serveChunks(router, '/desk', 'desk');
  return router;
}

interface DeskPage {
  /** The paths of the page's script and style, which change with their content. */
  readonly script: string;
  readonly style: string;
  /** Those of what the script imports at once, which the browser then loads beside it. */
  readonly chunks: readonly string[];
  /** Undefined if operators come with links. */
  readonly oidc: DeskOidc | undefined;
}

function deskPage({ script, style, chunks, oidc }: DeskPage): string {
  return htmlPage(
    'Verse calendar',
    '/desk/icon.svg',
    `    <link rel="stylesheet" href="${style}">
    <script type="module" src="${script}"></script>
${chunks.map((chunk) => `    <link rel="modulepreload" href="${chunk}">\n`).join('')}`,
    `    <header>
      <h1>Verse calendar<span id="role"></span></h1>
      <p id="session" hidden></p>
    </header>
    <main${oidc === undefined ? '' : provider(oidc)}>
      <noscript>This page needs JavaScript.</noscript>
    </main>
`,
  );
}

function provider({ issuer, clientId, parameters }: DeskOidc): string {
  const data = { issuer, 'client-id': clientId, parameters };
  return Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('');
}
