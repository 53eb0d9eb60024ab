import { expect, test } from '@jest/globals';
import manifest from '../../client/custom-elements.json' with { type: 'json' };
import { setUp } from './setup.ts';

const { service, open } = await setUp();

test('the page of themes shows the element in every state, takes each property, and has the CSS to copy', async () => {
  const { page, expectAccessible, requests } = await open({
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce', // or the thanks are still arriving when axe looks
  });
  await page.goto(`${service.url}/submit/theme`);
  await page.getByText('For God so loved').first().waitFor();
  const names = manifest.modules[0]?.declarations[0]?.cssProperties.map(({ name }) => name) ?? [];
  for (const name of names) await page.getByLabel(name, { exact: true }).waitFor();
  const states = await page.locator('#stage > section > p').allInnerTexts();
  expect(states).toHaveLength(11);
  expect(await page.locator('submit-verse:state(done)').getByRole('heading', { level: 2 }).isVisible()).toBe(true);
  await expectAccessible();

  await page.getByLabel('--submit-verse-accent').fill('rgb(0, 90, 0)');
  await page.getByLabel('--submit-verse-radius').fill('9px');
  const submit = page.locator('submit-verse:state(open) [part~=submit]');
  const style = await submit.evaluate((it) => [
    getComputedStyle(it).backgroundColor,
    getComputedStyle(it).borderRadius,
  ]);
  expect(style).toEqual(['rgb(0, 90, 0)', '9px']);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'submit-verse {\n  --submit-verse-accent: rgb(0, 90, 0);\n  --submit-verse-radius: 9px;\n}',
  );
  expect(requests.filter((request) => /eligibility|submissions|submit-verse$/.test(request))).toEqual([]);
});
