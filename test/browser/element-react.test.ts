import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { root } from '../../src/root.ts';
import { eventually } from '../support/eventually.ts';
import { token } from '../support/service.ts';
import { element, heard, listen, startSite } from './element-site.ts';
import { expectState, find, findField, isFocused, openSelects } from './player.ts';

const site = await startSite();
const { service, files, project } = site;

/** Bundles a module of React, with React, as the script of `/react.html`. */
async function bundleReact(jsx: string): Promise<void> {
  await project.write('main.jsx', jsx);
  const { outputFiles } = await build({
    entryPoints: [join(project.directory, 'main.jsx')],
    nodePaths: [join(root, 'test/node_modules')],
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    write: false,
  });
  files['/react.html'] =
    '<!doctype html><link rel="icon" href="data:,"><main></main><script type="module" src="/main.js"></script>';
  files['/main.js'] = outputFiles[0]?.text ?? '';
}

/** A component that a server renders, and whose properties are new at each rendering. */
const app = async (player: string) => `
  import { StrictMode, useState } from 'react';
  import { renderToString } from 'react-dom/server';
  import { hydrateRoot } from 'react-dom/client';
  import { SubmitVerse } from '@verse-submissions/client/react';
  ${listen}
  globalThis.renderings = 0;
  function App() {
    const [verse, setVerse] = useState();
    const [open, setOpen] = useState('Pick a verse');
    Object.assign(globalThis, { setOpen, verse });
    renderings++;
    return open && <SubmitVerse
      baseUrl="${service.url}"
      token={() => '${await token(player)}'}
      texts={{ open }}
      bookNames={{ JHN: 'Gospel of John' }}
      readChapter={async () => ({ verses: Array(40).fill('Words ' + renderings) })}
      value={verse}
      ref={(element) => { globalThis.kept = element }}
      onverse-change={({ detail }) => setVerse(detail)}
      onverse-clear={() => setVerse(undefined)}
    />;
  }
  const main = document.querySelector('main');
  const app = <StrictMode><App /></StrictMode>;
  globalThis.html = main.innerHTML = renderToString(app);
  hydrateRoot(main, app, { onRecoverableError: (error) => { globalThis.html = String(error) } });`;

test('in React, from a server’s rendering to the end: what is new but says the same changes nothing', async () => {
  await site.solveToday('renderer');
  await bundleReact(await app('renderer'));
  const { page, requests } = await site.open('/react.html');
  await expectState(page, 'Pick a verse');
  expect(await page.evaluate('html')).toBe('<submit-verse></submit-verse>');
  await page.waitForLoadState('networkidle');
  const { length } = requests;
  await openSelects(page);
  const select = (label: string) => page.getByLabel(label, { exact: true });
  await select('Book').selectOption('JHN');
  await select('Chapter').selectOption('1');
  await select('Verse').focus();
  for (const verse of ['1', '2', '3']) {
    const before = Number(await page.evaluate('renderings'));
    await select('Verse').selectOption(verse);
    await eventually('the rendering', async () => Number(await page.evaluate('renderings')) > before);
    expect(await isFocused(select('Verse'))).toBe(true);
  }
  await page.getByRole('button', { name: 'Submit Gospel of John 1:3' }).waitFor();
  await findField(page).focus();
  await findField(page).fill('half a ver');
  await page.evaluate('setOpen("Choose one")');
  await expectState(page, 'Choose one');
  expect([await isFocused(findField(page)), await findField(page).inputValue()]).toEqual([true, 'half a ver']);
  expect(await page.evaluate('verse')).toBeUndefined();
  await page.getByRole('button', { name: 'Submit', exact: true }).waitFor();
  // But for the day of a verse that has stayed chosen.
  const read = requests.slice(length).filter((request) => /\/api\/(?!.*bookId=)/.test(request));
  expect(read).toEqual([]);
  expect(await page.evaluate('kept.localName')).toBe('submit-verse');
  await page.evaluate('setOpen("")');
  await eventually('the end of the reference', async () => (await page.evaluate('kept')) === null);
  expect((await heard(page)).map(({ type }) => type)).not.toContain('sign-in-required');
});

/** An example of the documents, with the address of this service. */
async function example(name: string): Promise<string> {
  const text = await readFile(join(root, 'client/examples', name), 'utf8');
  expect(text.trim().split('\n').length).toBeLessThanOrEqual(18);
  return text.replaceAll('http://127.0.0.1:3000', service.url);
}

async function submitThere(page: Page, player: string): Promise<void> {
  await expectState(page, 'Solve today’s puzzle first');
  expect(await page.getByRole('link', { name: 'Today’s puzzle' }).isVisible()).toBe(true);
  await site.solveToday(player);
  await page.reload();
  await find(page, 'Psalm 23:1');
  expect(await page.getByRole('link', { name: 'Today’s puzzle' }).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Submit Psalm 23:1' }).click();
  await expectState(page, /is your day$/);
}

test('the example in plain HTML works when copied', async () => {
  Object.assign(files, { '/favicon.ico': '', '/plain.html': await example('plain.html') });
  const { page, complaints } = await site.open(`/plain.html#token=${await token('plain')}`, (page) =>
    page.route('**/element.js', (route) => route.abort()),
  );
  // Where the script never comes, a sentence is in the place of the form, and no links run
  // together.
  const sentence = 'The form is loading. If it does not appear, reload the page; it needs JavaScript.';
  expect(await element(page).innerText()).toBe(sentence);
  expect((await element(page).boundingBox())?.height).toBe(480);
  complaints.splice(0);
  await page.unroute('**/element.js');
  await page.reload();
  await submitThere(page, 'plain');
  expect(await element(page).innerText()).not.toContain(sentence);
});

test('the example in React works when copied', async () => {
  await project.write('react.jsx', await example('react.jsx'));
  await bundleReact(
    `import { createRoot } from 'react-dom/client';
     import { SubmitVerse } from './react.jsx';
     const onSubmitted = ({ detail }) => { globalThis.submitted = detail.reference };
     createRoot(document.querySelector('main')).render(<SubmitVerse onSubmitted={onSubmitted} />);`,
  );
  const jwt = await token('reactor');
  const { page } = await site.open('/react.html', (page) =>
    page.addInitScript((value) => sessionStorage.setItem('token', value), jwt),
  );
  await submitThere(page, 'reactor');
  expect(await page.evaluate('globalThis.submitted')).toBe('Psalm 23:1');
});
