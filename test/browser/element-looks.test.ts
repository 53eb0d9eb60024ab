import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import manifest from '../../client/custom-elements.json' with { type: 'json' };
import { insertSubmission } from '../support/submissions.ts';
import { contrasts } from './contrast.ts';
import { element, heard, listen, setToken, startSite } from './element-site.ts';
import { expectState, find, findField, submitButton } from './player.ts';

const site = await startSite();

/** The values of properties of the first element that matches in the form. */
const style = async (page: Page, selector: string, ...properties: string[]) =>
  await element(page)
    .locator(selector)
    .first()
    .evaluate((it, names) => names.map((name) => getComputedStyle(it).getPropertyValue(name)), properties);

test('it takes the font and colours of the page, and the rest by custom properties and parts', async () => {
  await site.solveToday('dora');
  const { page } = await site.openElement(`
    Object.assign(document.body.style, { font: '20px monospace', color: 'rgb(1, 2, 3)' });
    for (const [name, value] of Object.entries({ accent: 'rgb(0, 80, 0)', font: 'cursive', radius: '11px',
      border: '2px dotted rgb(4, 5, 6)', spacing: '32px' })) element.style.setProperty('--submit-verse-' + name, value);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('submit-verse::part(book){letter-spacing:3px}');
    document.adoptedStyleSheets = [sheet];
    ${await setToken('dora')}`);
  await find(page, 'John 3:16');
  for (const control of ['select', 'input']) {
    expect(await style(page, control, 'font-family', 'font-size')).toEqual(['monospace', '20px']);
    expect(await style(page, control, 'border-top', 'border-radius')).toEqual(['2px dotted rgb(4, 5, 6)', '11px']);
  }
  expect(await style(page, 'h2', 'color', 'font-family')).toEqual(['rgb(1, 2, 3)', 'cursive']);
  expect(await style(page, 'form [part=reference]', 'color')).toEqual(['rgb(0, 80, 0)']);
  expect(await style(page, 'form blockquote', 'font-family')).toEqual(['cursive']);
  expect(await style(page, '[part~=submit]', 'background-color', 'border-radius')).toEqual(['rgb(0, 80, 0)', '11px']);
  expect(await style(page, '[part~=next]', 'font-family', 'border-style')).toEqual(['monospace', 'none']);
  expect(await style(page, 'fieldset', 'column-gap')).toEqual(['32px']);
  expect(await style(page, '[part~=book]', 'letter-spacing')).toEqual(['3px']);
});

test('it can be read on a dark page that does not say so, and on any accent; CSS knows its state', async () => {
  await site.solveToday('owl');
  const { page, expectAccessible } = await site.openElement(`
    Object.assign(document.body.style, { color: '#e9e2d6', background: '#191613' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('submit-verse:state(open){outline:3px solid red}');
    document.adoptedStyleSheets = [sheet];
    ${await setToken('owl')}`);
  await find(page, 'John 3:16');
  await page.getByText('For God so loved the world').waitFor();
  await expectAccessible();
  expect(await element(page).evaluate((it) => getComputedStyle(it).outlineWidth)).toBe('3px');

  await page.evaluate(() => document.body.removeAttribute('style'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const accent of ['lightyellow', 'oklch(0.85 0.15 90)', 'hsl(120deg 60% 40%)', 'rgb(118 118 118)', '#0b1f5c']) {
      await element(page).evaluate((it, value) => it.style.setProperty('--submit-verse-accent', value), accent);
      const [colour = '', background = ''] = await style(page, '[part~=submit]', 'color', 'background-color');
      const [found, black = 0, white = 0] = await contrasts(page, [
        [colour, background],
        ['black', accent],
        ['white', accent],
      ]);
      expect([accent, found]).toEqual([accent, Math.max(black, white)]);
    }
  }
});

const [declared] = manifest.modules[0]?.declarations ?? [];
const sorted = (names: readonly string[]) => [...new Set(names)].toSorted();
const named = (entries: readonly { name: string }[] = []) => sorted(entries.map(({ name }) => name));

test('the manifest has the slots, parts, custom properties and events of the element, and no others', async () => {
  await site.solveToday('reader');
  await insertSubmission(site.service.database, { user: 'reader', date: '2030-01-09', createdAt: '2026-01-01T00:00Z' });
  const { page } = await site.openElement(`${listen} ${await setToken('reader')}`);
  await find(page, 'John 3:16');
  await findField(page).fill('j'); // which is no verse any more
  await page.getByRole('option').first().waitFor();
  const suggested = await element(page).evaluate(({ shadowRoot }) =>
    [...(shadowRoot?.querySelectorAll('[role=listbox] *') ?? [])].flatMap((it) => [...it.part]),
  );
  await page.getByRole('button', { name: 'Surprise me' }).click();
  await page.getByRole('button', { name: /^Submit ./ }).waitFor();
  await page.getByRole('button', { name: 'Surprise me' }).click();
  await page.getByRole('button', { name: /^Back to / }).waitFor();
  await submitButton(page).click();
  await expectState(page, /is your day$/);
  await page.getByRole('listitem').waitFor();
  await page.locator('[part~=calendar]').first().click();
  await page.locator('[part=calendar-link]').first().waitFor();
  const found = await element(page).evaluate(({ shadowRoot }) => {
    const all = [...(shadowRoot?.querySelectorAll('*') ?? [])];
    const rules = (shadowRoot?.adoptedStyleSheets ?? []).flatMap(({ cssRules }) => [...cssRules]);
    const styles = rules.map(({ cssText }) => cssText).join('');
    return {
      slots: all.flatMap((it) => (it instanceof HTMLSlotElement ? [it.name] : [])),
      cssParts: all.flatMap((it) => [...it.part]),
      cssProperties: [...styles.matchAll(/var\((--submit-verse-[\w-]+)/g)].map(([, name = '']) => name),
    };
  });
  await element(page).evaluate((it) => Object.assign(it, { token: undefined }));
  await expectState(page, 'Sign in to submit a verse');
  expect(sorted((await heard(page)).map(({ type }) => type))).toEqual(named(declared?.events));
  expect(sorted(found.slots)).toEqual(named(declared?.slots));
  expect(sorted([...found.cssParts, ...suggested])).toEqual(named(declared?.cssParts));
  expect(sorted(found.cssProperties)).toEqual(named(declared?.cssProperties));
});
