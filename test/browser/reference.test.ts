import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import manifest from '../../client/custom-elements.json' with { type: 'json' };
import { TestService, token } from '../support/service.ts';
import { launchBrowser } from './launch.ts';

const [element] = manifest.modules[0]?.declarations ?? [];
const named = (entries: readonly { name: string }[] = []) => entries.map(({ name }) => name).toSorted();

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await TestService.start();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service[Symbol.asyncDispose]();
});

test('the manifest has the slots, parts, custom properties and events of the element, and no others', async () => {
  await service.solve('ann', Temporal.Now.plainDateISO('UTC').toString());
  const page = await browser.newPage({ timezoneId: 'UTC' });
  await page.goto(`${service.url}/submit`);
  // Nobody is signed in.
  await page.evaluate(() => {
    const heard: string[] = [];
    const created = document.createElement('submit-verse');
    const dispatchEvent = created.dispatchEvent.bind(created);
    Object.assign(globalThis, { heard });
    created.dispatchEvent = (event) => {
      heard.push(event.type);
      return dispatchEvent(event);
    };
    document.querySelector('submit-verse')?.replaceWith(created);
  });
  await page.getByRole('heading', { name: 'Sign in to submit a verse' }).waitFor();
  await page.locator('submit-verse').evaluate((it, jwt) => Object.assign(it, { token: jwt }), await token('ann'));
  await page.getByRole('button', { name: 'Surprise me' }).click();
  await page.getByRole('button', { name: /^Submit / }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await page.getByRole('listitem').waitFor();

  expect([...new Set(await page.evaluate<string[]>('heard'))].toSorted()).toEqual(named(element?.events));
  const found = await page.locator('submit-verse').evaluate(({ shadowRoot }) => {
    const all = [...(shadowRoot?.querySelectorAll('*') ?? [])];
    const rules = (shadowRoot?.adoptedStyleSheets ?? []).flatMap(({ cssRules }) => [...cssRules]);
    const styles = rules.map(({ cssText }) => cssText).join('');
    return {
      slots: all.flatMap((it) => (it instanceof HTMLSlotElement ? [it.name] : [])),
      parts: all.flatMap((it) => [...it.part]),
      properties: [...styles.matchAll(/var\((--submit-verse-[\w-]+)/g)].map(([, name = '']) => name),
    };
  });
  const sorted = (names: readonly string[]) => [...new Set(names)].toSorted();
  expect(sorted(found.slots)).toEqual(named(element?.slots));
  expect(sorted(found.parts)).toEqual(named(element?.cssParts));
  expect(sorted(found.properties)).toEqual(named(element?.cssProperties));
  await page.close();
});
