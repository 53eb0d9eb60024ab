import { afterAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { clearCalendar, day, recorded, recordOf, reserve } from '../../support/desk.ts';
import { eventually } from '../../support/eventually.ts';
import { TestService } from '../../support/service.ts';
import { launchBrowser } from '../launch.ts';
import { comeBack, hold, isFocused, pageDate, settle, tabTo, timezoneId } from '../player.ts';
import { WatchedPage } from '../watched-page.ts';
import { button, byKeyboard, cell, choose, expectNotice, notice, panel, show, tabStop, visitDesk } from './operator.ts';

const service = await TestService.start({ desk: true });
afterAll(() => service[Symbol.asyncDispose]());
const browser = await launchBrowser();
afterAll(() => browser.close());
beforeEach(async () => {
  await clearCalendar(service.database);
});

async function open(): Promise<WatchedPage> {
  const watched = await WatchedPage.open(browser, [service.url], { timezoneId });
  await visitDesk(watched.page, service);
  await tabStop(watched.page).waitFor(); // a narrow page would begin with the agenda
  return watched;
}

/** The dates of the calendar with what is on them, as the database has them. */
async function stored() {
  const rows = (await service.database.query(
    `select to_char(scheduled_date, 'YYYY-MM-DD') as date, user_id as content from scheduled_submission
     where scheduled_date is not null
     union all select to_char(date, 'YYYY-MM-DD'), 'blocked: ' || label from blocked_date order by date`,
  )) as { date: string; content: string }[];
  return Object.fromEntries(rows.map(({ date, content }) => [date, content]));
}

const details = (page: Page) => page.locator('.notice li').allInnerTexts();

test('by keyboard, a move is given up; then a verse moves to a date that is typed, and back', async () => {
  await reserve(service.database, day(20), 'ann');
  await reserve(service.database, day(21), 'bob');
  await using watched = await open();
  const { page } = watched;
  await byKeyboard.choose(page, day(20));
  await byKeyboard.press(page, 'Move…');
  await expectNotice(page, 'Choose a new date');
  await page.keyboard.press('Escape'); // in the grid
  await button(page, 'Withdraw…').waitFor();
  expect(await recorded(service.database)).toEqual([]);

  await byKeyboard.press(page, 'Move…');
  await expectNotice(page, 'Choose a new date for John 3:16 in the calendar.');
  expect(await isFocused(tabStop(page))).toBe(true);
  await byKeyboard.press(page, 'Next free date');
  await panel(page)
    .getByRole('heading', { name: pageDate(day(22)) })
    .waitFor();
  await page.getByLabel('Another date').fill(day(45));
  await panel(page)
    .getByRole('heading', { name: pageDate(day(45)) })
    .waitFor();
  expect(await isFocused(page.getByLabel('Another date'))).toBe(true);
  await page.keyboard.press('Enter');
  await watched.expectAccessible();
  await tabTo(page, page.getByText('Add a note…'));
  await page.keyboard.press('Enter');
  await byKeyboard.type(page, 'Note for the record', 'Closer to the feast');
  await byKeyboard.press(page, 'Move John 3:16 here');
  await expectNotice(page, `John 3:16 has moved from ${pageDate(day(20))} to ${pageDate(day(45))}.`);
  expect(await isFocused(notice(page))).toBe(true);
  expect(await stored()).toEqual({ [day(21)]: 'bob', [day(45)]: 'ann' });
  await panel(page).getByText('Moved from').waitFor();
  expect(await recordOf(service.database)).toMatchObject([{ note: 'Closer to the feast' }]);

  await byKeyboard.press(page, 'Undo');
  await expectNotice(page, `John 3:16 has moved from ${pageDate(day(45))} to ${pageDate(day(20))}.`);
  expect(await stored()).toEqual({ [day(20)]: 'ann', [day(21)]: 'bob' });
});

test('a verse that is dragged to a date asks as by keyboard; one that is dropped where it cannot go stays', async () => {
  await reserve(service.database, day(8), 'ann');
  await service.desk('PUT', `blocked-dates/${day(9)}`, { label: 'Feast' });
  await reserve(service.database, day(12), 'bob');
  await using watched = await open();
  const { page } = watched;
  const looks = async () =>
    await Promise.all([8, 9, 10].map(async (days) => await cell(page, day(days)).getAttribute('class')));
  await cell(page, day(8)).dragTo(cell(page, day(9)));
  await eventually('the end of the move', async () => (await looks())[0] === 'reserved');
  await cell(page, day(8)).dragTo(cell(page, day(10)));
  await panel(page).getByText('John 3:16 moves here').waitFor();
  expect(await panel(page).locator('strong').innerText()).toMatch(/^John 3:16 is also on /);
  expect(await looks()).toEqual(['reserved origin', 'blocked no-target', 'free']);
  await button(page, 'Move John 3:16 here').click();
  await expectNotice(page, `John 3:16 has moved from ${pageDate(day(8))} to ${pageDate(day(10))}.`);
});

test('by keyboard, a verse is withdrawn after a question; Undo restores it', async () => {
  const id = await reserve(service.database, day(20), 'ann');
  await using watched = await open();
  const { page } = watched;
  await byKeyboard.choose(page, day(20));
  await byKeyboard.press(page, 'Withdraw…');
  const dialog = page.getByRole('dialog', { name: 'Withdraw John 3:16?' });
  await dialog.waitFor();
  await watched.expectAccessible();
  await byKeyboard.press(page, 'Keep it');
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(await isFocused(button(page, 'Withdraw…'))).toBe(true);
  expect(await stored()).toEqual({ [day(20)]: 'ann' });

  await byKeyboard.press(page, 'Withdraw…');
  await byKeyboard.tick(page, 'The player may submit again at once');
  await byKeyboard.type(page, 'Note for the record', 'Not for children');
  await byKeyboard.press(page, 'Withdraw John 3:16');
  await expectNotice(page, `John 3:16 is withdrawn. ${pageDate(day(20))} is free again. The player may submit again`);
  expect(await isFocused(notice(page))).toBe(true);
  expect(await service.database.query('select cooldown_ended from scheduled_submission where id = $1', [id])).toEqual([
    { cooldown_ended: true },
  ]);
  expect(await recordOf(service.database)).toMatchObject([{ note: 'Not for children' }]);
  await panel(page).getByText('Free: the next player may get it.').waitFor();
  await byKeyboard.press(page, 'Undo');
  await expectNotice(page, `John 3:16 is on ${pageDate(day(20))} again.`);
  expect(await stored()).toEqual({ [day(20)]: 'ann' });
});

test('a withdrawn verse is restored to its old date, or to another one if that is taken', async () => {
  const withdraw = async (id: number, days: number) =>
    await service.desk('POST', `submissions/${id}/withdraw`, { from: day(days), endCooldown: true, note: 'Too long' });
  await withdraw(await reserve(service.database, day(20), 'ann'), 20);
  await withdraw(await reserve(service.database, day(21), 'bob', ['PSA', 23, 1]), 21);
  await reserve(service.database, day(21), 'eve');
  await using watched = await open();
  const { page } = watched;
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, 'Withdrawn').click();
  const found = page.locator('section.found');
  const row = (reference: string) =>
    found.getByRole('listitem').filter({ has: page.locator('b', { hasText: reference }) });
  await row('John 3:16')
    .filter({ hasText: /Withdrawn by you.*Too long.*Its date is free/s })
    .waitFor();
  await row('Psalm 23:1').getByText('Its date has John 3:16.').waitFor();
  await row('John 3:16').getByRole('button', { name: 'Restore…' }).click();
  await button(page, `Restore to ${pageDate(day(20))}`).click();
  await expectNotice(page, `John 3:16 is on ${pageDate(day(20))} again.`);
  await row('John 3:16').waitFor({ state: 'detached' });

  await row('Psalm 23:1').getByRole('button', { name: 'Restore…' }).click();
  await page.getByText(`${pageDate(day(21))} has John 3:16. Choose another date.`).waitFor();
  expect([...(await watched.axeFaults()), ...(await watched.layoutFaults())]).toEqual([]);
  await page.getByRole('dialog').getByLabel('Date').fill(day(22));
  await page.keyboard.press('Enter');
  await expectNotice(page, `Psalm 23:1 is on ${pageDate(day(22))} again.`);
});

test('by keyboard, a verse of one’s own is put on a blocked date', async () => {
  await service.desk('PUT', `blocked-dates/${day(20)}`, { label: 'Easter' });
  await using watched = await open();
  const { page } = watched;
  await byKeyboard.choose(page, day(20));
  await byKeyboard.type(page, 'Put a verse of your own here', 'jn 1 99');
  await panel(page).getByText('The last verse of John 1 is 51.').waitFor();
  await byKeyboard.type(page, 'Put a verse of your own here', 'jn 1 14');
  await panel(page).getByText('And the Word was made flesh').waitFor();
  await watched.expectAccessible();
  await byKeyboard.press(page, 'Put John 1:14 here');
  await expectNotice(page, `John 1:14 is on ${pageDate(day(20))} now.`);
  await panel(page).getByText('The date is blocked: Easter.').waitFor();
  expect(await cell(page, day(20)).locator('.unseen').innerText()).toMatch(/John 1:14.*, own/);
  await byKeyboard.press(page, 'Undo');
  await expectNotice(page, `John 1:14 is withdrawn. ${pageDate(day(20))} is blocked again: Easter.`);
});

test('of a year, what is free is blocked, and one Undo unblocks no more than that', async () => {
  await service.desk('PUT', `blocked-dates/${day(22)}`, { label: 'Feast' });
  await using watched = await open();
  const { page } = watched;
  await choose(page, day(20));
  await page.getByText('Block this date…').click();
  await page.getByLabel('Reason, e.g.').fill('Retreat');
  await page.getByLabel('Until').fill(day(384));
  await reserve(service.database, day(20), 'ann');
  await comeBack(page);
  await cell(page, day(20)).filter({ hasText: 'John 3:16' }).waitFor(); // what is typed stays, although the date itself is taken
  expect(await page.getByLabel('Reason, e.g.').inputValue()).toBe('Retreat');
  expect(await page.getByLabel('Until').inputValue()).toBe(day(384));

  await page.route('**/blocked-dates', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await button(page, 'Block').click();
  await expectNotice(page, 'We couldn’t reach the server. Trying again is safe.');
  await watched.expectAccessible();
  await page.unroute('**/blocked-dates');
  await button(page, 'Try again').click();
  await expectNotice(page, '363 dates are blocked: Retreat.');
  expect(await details(page)).toEqual([
    `Not blocked: ${pageDate(day(20))} has John 3:16.`,
    `Not blocked: ${pageDate(day(22))} is blocked already: Feast.`,
  ]);
  await button(page, 'Undo').click();
  await expectNotice(page, '363 dates are no longer blocked.');
  expect(await stored()).toEqual({ [day(20)]: 'ann', [day(22)]: 'blocked: Feast' });
});

test('nobody is taken from where they type by a response that is late', async () => {
  await using watched = await open();
  const { page } = watched;
  const reason = page.getByLabel('Reason, e.g.');
  await choose(page, day(20));
  await page.getByText('Block this date…').click();
  await reason.fill('Retreat');
  const block = await hold(page, '**/blocked-dates');
  await page.keyboard.press('Enter');
  await choose(page, day(21));
  await page.getByText('Block this date…').click();
  await reason.fill('Feast');
  block();
  await expectNotice(page, `${pageDate(day(20))} is blocked: Retreat.`);
  expect([await reason.inputValue(), await isFocused(reason)]).toEqual(['Feast', true]);

  const read = await hold(page, '**/calendar?*');
  await page.getByRole('searchbox').fill(day(400));
  await page.keyboard.press('Enter');
  // What understands dates is loaded, and the date has the focus; only the calendar is still read.
  await panel(page)
    .getByRole('heading', { name: pageDate(day(400)) })
    .waitFor();
  const field = page.getByRole('searchbox');
  await field.click();
  read();
  await panel(page).getByText(/^Free/).waitFor();
  expect(await isFocused(field)).toBe(true);
});

test('the ten dates of a feast are shown, with what is there, and blocked; so is a yearly date', async () => {
  await reserve(service.database, '2030-04-19', 'ann');
  await using watched = await open();
  const { page } = watched;
  await page.setViewportSize({ width: 768, height: 800 });
  await show(page, 'Settings');
  const feast = page.getByRole('region', { name: 'Feasts' });
  await feast.getByLabel('Feast').selectOption('Good Friday');
  await feast.getByText('Friday, April 19, 2030 has John 3:16').waitFor();
  expect(await feast.getByRole('listitem').count()).toBe(10);
  await watched.expectAccessible();
  await button(page, 'Block these 10 dates').click();
  await expectNotice(page, '9 dates are blocked: Good Friday.');
  await feast.getByText('is blocked already: Good Friday').first().waitFor();
  await button(page, 'Not blocked: Friday, April 19, 2030 has John 3:16.').click();
  await panel(page).getByRole('heading', { name: 'Friday, April 19, 2030' }).waitFor();
  await show(page, 'Settings');
  await feast.getByLabel('Feast').selectOption('Another yearly date');
  await feast.getByLabel('Month').selectOption('February');
  await feast.getByRole('spinbutton').fill('29');
  await feast.getByLabel('Reason, e.g.').fill('Leap day');
  await page.keyboard.press('Enter');
  await expectNotice(page, /^\d dates are blocked: Leap day\.$/);
  expect(await stored()).toMatchObject({ '2028-02-29': 'blocked: Leap day' });
});

test('a verse cannot move to a date that is blocked, has begun or has an unknown verse', async () => {
  await reserve(service.database, day(20), 'ann');
  await reserve(service.database, day(23), 'robot', ['JHN', 99, 1]);
  await service.desk('PUT', `blocked-dates/${day(22)}`, { label: 'Feast' });
  await using watched = await open();
  const { page } = watched;
  const unknown = 'Another program has reserved this date. The desk cannot say for which verse.';
  await choose(page, day(23));
  await panel(page).getByText(unknown).waitFor();
  expect(await panel(page).getByRole('button').count()).toBe(0);
  await choose(page, day(20));
  await button(page, 'Move…').click();
  for (const [days, why] of [
    [22, 'This date is blocked: Feast. Only a verse of your own can be on it.'],
    [23, unknown],
    [0, 'has begun somewhere on earth'],
  ] as const) {
    await choose(page, day(days));
    await panel(page).getByText(why).waitFor();
    expect(await button(page, 'Move John 3:16 here').count()).toBe(0);
  }
  expect(await watched.axeFaults()).toEqual([]); // with dates that are dimmed
  await button(page, 'Cancel').click();
  await button(page, 'Withdraw…').waitFor();
});

test('while a change is being sent, it can be canceled, no other begins, and what is typed stays', async () => {
  await service.desk('PUT', `blocked-dates/${day(20)}`, { label: 'Retreat' });
  await service.desk('PUT', `blocked-dates/${day(21)}`, { label: 'Feast' });
  await using watched = await open();
  const { page } = watched;
  await choose(page, day(20));
  await page.getByLabel('Until').fill(day(21));
  await button(page, 'Unblock').click();
  await expectNotice(page, '2 dates are no longer blocked.');
  const resolve = await hold(page, '**/blocked-dates');
  await button(page, 'Undo').click();
  await page.getByLabel('Sending 0 of 2').waitFor();
  await show(page, 'Settings');
  await page.getByLabel('Note for the record').fill('New puzzle');
  await page.keyboard.press('Enter');
  await button(page, 'Pause').click({ force: true }); // Playwright waits until a button is enabled
  expect(await button(page, 'Pause').getAttribute('aria-disabled')).toBe('true');
  await watched.expectAccessible();
  await button(page, 'Cancel').click();
  resolve();
  await expectNotice(page, `${pageDate(day(20))} is blocked: Retreat. The rest was canceled.`);
  expect(await page.getByLabel('Note for the record').inputValue()).toBe('New puzzle');
  await button(page, 'Pause').click();
  await expectNotice(page, 'The calendar is paused. Players cannot submit.');
  await page.getByRole('heading', { name: 'The calendar is paused' }).waitFor();
  expect(await page.getByLabel('Note for the record').inputValue()).toBe('');
  expect(await recorded(service.database)).toEqual(['block', 'block', 'unblock', 'block', 'pause']);
});

test('a message moves nothing, and is closed by a button or Escape', async () => {
  await service.desk('PUT', `blocked-dates/${day(20)}`, { label: 'Feast' });
  await using watched = await open();
  const { page } = watched;
  await page.setViewportSize({ width: 320, height: 800 });
  await choose(page, day(20));
  const region = await page.locator('.notice div[role=status]').elementHandle();
  const place = async () => await page.getByRole('grid').evaluate((grid) => (grid as HTMLElement).offsetTop);
  const before = await place();
  await button(page, 'Unblock').click();
  await notice(page).waitFor();
  expect(await place()).toBe(before);
  expect(await region?.innerText()).toBe(await notice(page).innerText()); // announced, since it was there before
  await button(page, 'Close').click();
  await notice(page).waitFor({ state: 'detached' });
  expect(await isFocused(page.locator('#day'))).toBe(true);
  await page.getByText('Block this date…').click();
  await page.getByLabel('Reason, e.g.').fill('Feast');
  await page.keyboard.press('Enter');
  await notice(page).waitFor();
  await page.keyboard.press('Escape');
  await notice(page).waitFor({ state: 'detached' });
});

test('a message leaves after ten seconds, but not under a pointer; its Undo can be shown again', async () => {
  await service.desk('PUT', `blocked-dates/${day(20)}`, { label: 'Feast' });
  await using watched = await open();
  const { page } = watched;
  await page.clock.install();
  await choose(page, day(20));
  await button(page, 'Unblock').click();
  await expectNotice(page, 'is no longer blocked.');
  await notice(page).hover();
  await page.clock.runFor(20_000);
  expect(await notice(page).count()).toBe(1);
  await page.mouse.move(5, 5);
  await page.clock.runFor(10_000);
  await notice(page).waitFor({ state: 'detached' });
  await button(page, 'Last change…').click();
  await button(page, 'Undo').click();
  await expectNotice(page, 'is blocked: Feast.');
  expect(await button(page, 'Last change…').count()).toBe(0);
});

test('a date that got another verse meanwhile is named, and offers the swap', async () => {
  await reserve(service.database, day(20), 'ann');
  await using watched = await open();
  const { page } = watched;
  await choose(page, day(20));
  await button(page, 'Move…').click();
  await choose(page, day(22));
  await panel(page).getByText('John 3:16 moves here').waitFor();
  await reserve(service.database, day(22), 'bob', ['PSA', 23, 1]);
  await button(page, 'Move John 3:16 here').click();
  await expectNotice(page, `${pageDate(day(22))} has Psalm 23:1 since a moment ago. Nothing was changed.`);
  await button(page, 'Swap John 3:16 and Psalm 23:1').click();
  await expectNotice(page, `John 3:16 is on ${pageDate(day(22))} now, and Psalm 23:1 on ${pageDate(day(20))}.`);
});

test('the second click of a double click on Undo does not undo that', async () => {
  await service.desk('PUT', `blocked-dates/${day(20)}`, { label: 'Feast' });
  await using watched = await open();
  const { page } = watched;
  await choose(page, day(20));
  await button(page, 'Unblock').click();
  await expectNotice(page, 'is no longer blocked.');
  await button(page, 'Undo').click();
  await expectNotice(page, 'is blocked: Feast.');
  const { x = 0, y = 0 } = (await button(page, 'Undo').boundingBox()) ?? {};
  await page.mouse.move(x + 5, y + 5);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await settle(page); // another change would have been sent
  expect(watched.requests.filter((request) => !request.startsWith('GET'))).toHaveLength(2);
});
