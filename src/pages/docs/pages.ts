import { escapeHtml, htmlPage } from '../html.ts';

/** Documents for sites that embed the element, which the build makes pages of. */
export const guides = [
  { path: '/docs/embedding', title: 'Embedding guide', file: 'embedding.html', source: 'client/README.md' },
  { path: '/docs/element', title: '<submit-verse>', file: 'submit-verse.html', source: 'client/docs/element.md' },
] as const;

/** A page that shows a contract. */
interface DocsPage {
  /** The path of the page. */
  readonly path: string;
  /** The path of the contract, without its extension. */
  readonly contract: string;
  readonly title: string;
}

/**
 * The page to read a contract and try it. The title is that of the contract.
 *
 * @param pages those of all contracts that the app serves; each links to all of them
 */
export function docsPage({ path, contract, title }: DocsPage, pages: readonly DocsPage[]): string {
  return htmlPage(
    title,
    '/submit/icon.svg',
    `    <link rel="stylesheet" href="/docs/docs.css">
    <link rel="stylesheet" href="/docs/contract.css">
    <script src="/docs/swagger-ui-bundle.js" defer></script>
    <script type="module" src="/docs/docs.js"></script>
`,
    `${navigation(path, [...pages, ...guides])}    <div id="swagger-ui" data-contract="${contract}.json"></div>
    <noscript>This page needs JavaScript; the contract it shows is <a href="${contract}.yaml">${contract.slice(1)}.yaml</a>.</noscript>
`,
  );
}

/**
 * The page of a guide.
 *
 * @param html what the build has made of the document
 */
export function guidePage({ path, title }: { readonly path: string; readonly title: string }, html: string): string {
  return htmlPage(
    title,
    '/submit/icon.svg',
    `    <link rel="stylesheet" href="/docs/docs.css">
`,
    `${navigation(path, [{ path: '/docs', title: 'API' }, ...guides])}    <main>
${html}    </main>
`,
  );
}

function navigation(current: string, pages: readonly { readonly path: string; readonly title: string }[]): string {
  const links = pages.map(({ path, title }) => {
    const state = path === current ? ' aria-current="page"' : '';
    return `      <a href="${path}"${state}>${escapeHtml(title)}</a>\n`;
  });
  return `    <nav aria-label="Documentation">\n${links.join('')}    </nav>\n`;
}
