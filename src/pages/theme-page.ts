import { htmlPage } from './html.ts';
import type { PageFiles } from './serve.ts';

/** The page where those who embed the element try its custom properties. */
export function themePage({ script, style }: PageFiles): string {
  return htmlPage(
    'The theme of <submit-verse>',
    '/submit/icon.svg',
    `    <link rel="stylesheet" href="${style}">
    <script type="module" src="${script}"></script>
`,
    `    <main>
      <h1>The theme of &lt;submit-verse&gt;</h1>
      <p>All states of the element, with facts that are made up: nothing is submitted. Type values for its custom
        properties, and copy the rule into the style sheet of your site.</p>
      <noscript>This page needs JavaScript.</noscript>
      <div id="theme">
        <div>
          <form>
            <fieldset id="properties"><legend>Custom properties</legend></fieldset>
            <fieldset id="surroundings"><legend>The page around it</legend></fieldset>
          </form>
          <pre></pre>
        </div>
        <div id="stage"></div>
      </div>
    </main>
`,
  );
}
