import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { clearCalendar, day, recorded } from '../../support/desk.ts';
import { eventually } from '../../support/eventually.ts';
import { pageDate } from '../player.ts';
import type { WatchedPage } from '../watched-page.ts';
import { Issuer } from './issuer.ts';
import { button, expectNotice, startDesk, tabStop, typeReason } from './operator.ts';

const issuer = await Issuer.start();
const env = {
  AUTH_JWKS_URL: `${issuer.url}/jwks`,
  AUTH_ISSUER: issuer.url,
  AUTH_AUDIENCE: 'verses',
  AUTH_ROLES_CLAIM: 'realm_access.roles',
  AUTH_ROLE_VIEWER: 'Viewers',
  AUTH_ROLE_EDITOR: 'Editors',
  DESK_OIDC_ISSUER: issuer.url,
  DESK_OIDC_CLIENT_ID: 'desk',
};
const { service, openPage } = await startDesk(env, [issuer.url]);
afterAll(() => issuer[Symbol.asyncDispose]());
await issuer.register(`${service.url}/desk`);
beforeEach(async () => {
  issuer.lifetime = 3600;
  issuer.renews = false;
  await clearCalendar(service.database);
});

async function open(): Promise<WatchedPage> {
  const watched = await openPage();
  await watched.page.goto(`${service.url}/desk`);
  return watched;
}

/** Enters a name at the issuer. */
async function enter(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await button(page, 'Enter').click();
}

async function signIn(page: Page, name: string): Promise<void> {
  await button(page, 'Sign in').click();
  await enter(page, name);
  await tabStop(page).waitFor();
}

const signedOut = (page: Page) => page.getByRole('heading', { name: 'Sign in to plan the calendar' });
const hasEnded = (page: Page) => page.locator('#session').getByText('Your sign-in has ended.');
const tokenIn = (page: Page) => page.evaluate(() => JSON.parse(sessionStorage.getItem('desk-session') ?? '{}').token);

test('an operator signs in, in two tabs by one entry, and out of both; then somebody else, who has no role', async () => {
  const { page, expectAccessible } = await open();
  await signedOut(page).waitFor();
  await expectAccessible();
  await signIn(page, 'ann');
  await page.getByText('Signed in as Ann Smith').waitFor();
  await page.getByRole('heading', { name: 'Verse calendar · editor' }).waitFor();
  expect(page.url()).toBe(`${service.url}/desk`);
  await page.reload();
  await tabStop(page).waitFor();

  const other = await page.context().newPage();
  await other.goto(`${service.url}/desk`);
  await button(other, 'Sign in').click();
  await tabStop(other).waitFor();
  await button(other, 'Sign out').click();
  await button(other, 'Leave').click();
  await signedOut(other).waitFor();
  await signedOut(page).waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await button(page, 'Sign in').click();
  await enter(page, 'bob');
  await page.getByText('Your account has no access to this calendar. Ask for the calendar-viewer role.').waitFor();
  await page.getByText('Signed in as Bob Brown').waitFor();
});

test('the token is renewed before it ends, once for a tab and its duplicate, and when it is rejected', async () => {
  issuer.renews = true;
  issuer.lifetime = 6;
  const { page } = await open();
  await signIn(page, 'ann');
  const [other] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void window.open('/desk'))]);
  await tabStop(other).waitFor();
  const first = await tokenIn(page);
  issuer.lifetime = 3600;
  let renewals = 0;
  // Slow, so that both are due before there is a response.
  await page.context().route(`${issuer.url}/token`, async (route) => {
    renewals += 1;
    await setTimeout(1_500);
    await route.continue();
  });
  await eventually('another token', async () => (await tokenIn(page)) !== first, 10_000);
  await eventually('the same token', async () => (await tokenIn(other)) === (await tokenIn(page)));
  await setTimeout(500); // for another renewal to begin
  expect(renewals).toBe(1);

  const rejected = `Bearer ${await tokenIn(page)}`;
  await page.route('**/desk/api/**', (route, request) => {
    const headers = request.headers();
    const isRejected = headers['authorization'] === rejected;
    return route.continue({ headers: { ...headers, ...(isRejected && { authorization: 'Bearer rejected' }) } });
  });
  await typeReason(page, day(20), 'Retreat');
  await button(page, 'Block').click();
  await expectNotice(page, `${pageDate(day(20))} is blocked: Retreat.`);
  expect([await hasEnded(page).count(), await hasEnded(other).count()]).toEqual([0, 0]);
});

test('after the sign-in has ended, what was typed is sent once, and only in the same name', async () => {
  issuer.lifetime = 3;
  const { page, expectAccessible } = await open();
  await signIn(page, 'ann');
  await page.getByText(/^Your sign-in ends at \d+:\d\d\s[AP]M\.$/).waitFor();
  await typeReason(page, day(20), 'Retreat');
  await hasEnded(page).waitFor();
  await expectAccessible();
  await button(page, 'Block').click();
  await expectNotice(page, 'Your sign-in had ended, so this was not sent. Try again once you are signed in.');

  issuer.lifetime = 3600;
  await page.context().clearCookies(); // those of the issuer
  const [others] = await Promise.all([page.waitForEvent('popup'), button(page, 'Try again').click()]);
  const [question] = await Promise.all([others.waitForEvent('dialog'), enter(others, 'vera')]);
  expect(question.message()).toBe('Ann Smith is signed in. Sign in as Vera Jones instead?');
  await question.dismiss();
  await others.close();
  expect(await recorded(service.database)).toEqual([]);

  await page.context().clearCookies();
  const [popup] = await Promise.all([page.waitForEvent('popup'), button(page, 'Try again').click()]);
  const closed = popup.waitForEvent('close');
  await enter(popup, 'ann');
  await closed;
  await expectNotice(page, `${pageDate(day(20))} is blocked: Retreat.`);
  expect(await hasEnded(page).count()).toBe(0);
  expect(await recorded(service.database)).toEqual(['block']);
});

test('an answer with a forged state is rejected; an issuer that is down can be tried again', async () => {
  const { page, requests, expectAccessible, complaints } = await open();
  await button(page, 'Sign in').click();
  await page.getByLabel('Name').waitFor();
  const { length } = requests;
  await page.goto(`${service.url}/desk?code=forged&state=forged`);
  await page.getByText('This sign-in did not begin in this tab, so it was rejected.').waitFor();
  expect(page.url()).toBe(`${service.url}/desk`);
  expect(requests.slice(length).filter((request) => request.includes(issuer.url))).toEqual([]);

  await issuer.stop();
  await button(page, 'Try again').click();
  await page.getByText(`We couldn’t reach ${new URL(issuer.url).host}.`).waitFor();
  await expectAccessible();
  await issuer.restart();
  await button(page, 'Try again').click();
  await enter(page, 'ann');
  await tabStop(page).waitFor();
  complaints.splice(0); // of the requests that failed
});
