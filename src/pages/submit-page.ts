import { escapeHtml, htmlPage } from './html.ts';
import type { PageFiles } from './serve.ts';

export interface SubmitPage extends PageFiles {
  /** Where the player solves today's puzzle. */
  readonly puzzleUrl: string | undefined;
  /** Where the player signs in; if undefined, where the puzzle is. */
  readonly signInUrl: string | undefined;
}

/** The page where a player submits a verse. */
export function submitPage({ script, style, puzzleUrl, signInUrl }: SubmitPage): string {
  const puzzleLink = (slot: string) => link(slot, puzzleUrl, 'Today’s puzzle');
  return htmlPage(
    'Submit a verse',
    '/submit/icon.svg',
    `    <link rel="stylesheet" href="${style}">
    <script type="module" src="${script}"></script>
`,
    `    <main>
      <header>
        <h1>Submit a verse</h1>
        <p id="session" hidden></p>
      </header>
      <submit-verse>${puzzleLink('puzzle')}${link('sign-in', signInUrl, 'Sign in') || puzzleLink('sign-in')}</submit-verse>
      <noscript>This page needs JavaScript.</noscript>
    </main>
`,
  );
}

function link(slot: string, url: string | undefined, text: string): string {
  // The page is in English until its script has come, and in languages that it does not have.
  return url === undefined ? '' : `<a slot="${slot}" lang="en" href="${escapeHtml(url)}">${text}</a>`;
}
