import type { Router } from '@koa/router';
import { respond, send } from '../api/response.ts';
import type { State } from '../api/state.ts';
import { compress, readBuilt } from '../content.ts';
import { sharedResponses } from '../generated/operations.ts';
import { escapeHtml, htmlPage } from '../pages/html.ts';
import { createRouter, type PageFiles, policies, rejectMethod, serve, serveHashed, setType } from '../pages/serve.ts';
import type { ReadChapter } from '../verse/chapters.ts';
import { validateChapter } from '../verse/validate.ts';
import type { DeskOidc } from './config.ts';

/**
 * Serves the page where an operator plans the calendar, `/desk`, and the text of the chapters, which
 * the public API may have at another port.
 *
 * @param oidc where operators sign in; undefined if they come with links
 */
export async function createDeskPage(oidc: DeskOidc | undefined, readChapter: ReadChapter): Promise<Router<State>> {
  const router = createRouter();
  const html = await compress(deskPage({ ...(await serveHashed(router, '/desk')), oidc }));
  const policy = oidc === undefined ? policies.strict : policies.signIn(oidc.issuer);
  serve(router, '/desk', html, policy, setType('.html'));
  serve(router, '/desk/icon.svg', await readBuilt('icon.svg'), policies.strict, setType('.svg'));
  router
    .get('/desk/chapters/:bookId/:chapter', async (ctx) => {
      const chapter = validateChapter({ bookId: ctx.params['bookId'], chapter: Number(ctx.params['chapter']) });
      if ('error' in chapter) return send(ctx, sharedResponses.notFound);
      const { content } = await readChapter(chapter);
      ctx.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': policies.strict });
      setType('.json')(ctx);
      respond(ctx, content);
    })
    .all('/desk/chapters/:bookId/:chapter', rejectMethod);
  return router;
}

interface DeskPage extends PageFiles {
  /** Undefined if operators come with links. */
  readonly oidc: DeskOidc | undefined;
}

function deskPage({ script, style, imports, oidc }: DeskPage): string {
  return htmlPage(
    'Verse calendar',
    '/desk/icon.svg',
    `    <link rel="stylesheet" href="${style}">
    <script type="module" src="${script}"></script>
${imports.map((path) => `    <link rel="modulepreload" href="${path}">\n`).join('')}`,
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
