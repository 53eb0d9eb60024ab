import { beforeEach, expect, test } from '@jest/globals';
import { clearCalendar, day, recorded, reserve } from '../../support/desk.ts';
import { eventually } from '../../support/eventually.ts';
import { editor } from '../../support/service.ts';
import { comeBack, hold, isFocused, pageDate, settle } from '../player.ts';
import { button, cell, choose, expectNotice, notice, panel, show, startDesk, typeReason } from './operator.ts';

const { service, open } = await startDesk();
beforeEach(() => clearCalendar(service.database));
const ruth = { ...editor, sub: 'ruth', name: 'Ruth' };

test('a verse that is dragged to a date asks first; one that is dropped where it cannot go stays', async () => {
  await reserve(service.database, day(8), 'ann');
  await service.change('POST', 'blocked-dates', { dates: [day(9)], label: 'Feast' });
  const { page, axeFaults } = await open();
  const looks = async () =>
    await Promise.all([8, 9, 10].map(async (days) => await cell(page, day(days)).getAttribute('class')));
  await cell(page, day(8)).dragTo(cell(page, day(9)));
  await eventually('the end of the move', async () => (await looks())[0] === 'reserved');
  await cell(page, day(8)).dragTo(cell(page, day(10)));
  await button(page, 'Move John 3:16 here').waitFor();
  expect(await looks()).toEqual(['reserved origin', 'blocked no-target', 'free']);
  await choose(page, day(9));
  await panel(page).getByText('This date is blocked: Feast.').waitFor();
  expect(await button(page, 'Move John 3:16 here').count()).toBe(0);
  expect(await axeFaults()).toEqual([]); // with dates that are dimmed
});

test('where somebody types, neither another’s change nor a late response takes anything away', async () => {
  const { page, axeFaults, layoutFaults } = await open();
  const reason = page.getByLabel('Reason, e.g.');
  await typeReason(page, day(20), 'Retreat');
  await page.getByLabel('Until').fill(day(384));
  await reserve(service.database, day(20), 'ann');
  await comeBack(page);
  await cell(page, day(20)).filter({ hasText: 'John 3:16' }).waitFor(); // the form stays
  const block = await hold(page, '**/blocked-dates');
  await page.keyboard.press('Enter');
  await typeReason(page, day(21), 'Feast');
  block();
  await expectNotice(page, '364 dates are blocked: Retreat.');
  expect([await reason.inputValue(), await isFocused(reason)]).toEqual(['Feast', true]);
  await button(page, `Not blocked: ${pageDate(day(20))} has John 3:16.`).click();
  await panel(page).getByText('John 3:16').waitFor();

  await choose(page, day(19));
  const own = page.getByLabel('Put a verse of your own here');
  await own.fill('jn 1 14');
  await panel(page).getByText('And the Word was made flesh').waitFor();
  expect([...(await axeFaults()), ...(await layoutFaults())]).toEqual([]);
  await service.change('POST', 'blocked-dates', { dates: [day(19)], label: 'Feast' }, ruth);
  await comeBack(page);
  await panel(page).getByText('Blocked: Feast').waitFor();
  await own.press('Enter');
  await expectNotice(page, `Ruth blocked ${pageDate(day(19))} at`);
  await button(page, 'Unblock').waitFor();
  expect(await own.inputValue()).toBe('jn 1 14');
  await own.press('Enter'); // now that its operator has seen the block
  await expectNotice(page, `John 1:14 is on ${pageDate(day(19))} now.`);
  await panel(page).getByText('The date is blocked: Feast.').waitFor();
  await button(page, 'Undo').click();
  await expectNotice(page, `John 1:14 is withdrawn. ${pageDate(day(19))} is blocked again: Feast.`);

  const read = await hold(page, '**/calendar?*');
  const field = page.getByRole('searchbox');
  await field.fill(day(400));
  await page.keyboard.press('Enter');
  // What understands dates is loaded, and the date has the focus; only the calendar is still read.
  await panel(page)
    .getByRole('heading', { name: pageDate(day(400)) })
    .waitFor();
  await field.click();
  read();
  await panel(page).getByText(/^Free/).waitFor();
  expect(await isFocused(field)).toBe(true);
});

test('the ten dates of a feast are shown, with what is there, and blocked; so is a yearly date', async () => {
  await reserve(service.database, '2030-04-19', 'ann');
  const { page, expectAccessible } = await open();
  await show(page, 'Settings');
  const feast = page.getByRole('region', { name: 'Feasts' });
  await feast.getByLabel('Feast').selectOption('Good Friday');
  await feast.getByText('Friday, April 19, 2030 has John 3:16').waitFor();
  await expectAccessible();
  await button(page, 'Block these 10 dates').click();
  await expectNotice(page, '9 dates are blocked: Good Friday.');
  await feast.getByText('is blocked already: Good Friday').first().waitFor();
  await feast.getByLabel('Feast').selectOption('Another yearly date');
  await feast.getByLabel('Month').selectOption('February');
  await feast.getByRole('spinbutton').fill('29');
  await feast.getByLabel('Reason, e.g.').fill('Leap day');
  await page.keyboard.press('Enter');
  await expectNotice(page, /^\d dates are blocked: Leap day\.$/);
});

test('while a change is being sent, it can be canceled, no other begins, and what is typed stays', async () => {
  await service.change('POST', 'blocked-dates', { dates: [day(20)], label: 'Retreat' });
  await service.change('POST', 'blocked-dates', { dates: [day(21)], label: 'Feast' });
  const { page, expectAccessible } = await open();
  await choose(page, day(20));
  await page.getByLabel('Until').fill(day(21));
  await button(page, 'Unblock').click();
  await expectNotice(page, '2 dates are no longer blocked.');
  const resolve = await hold(page, '**/blocked-dates');
  await button(page, 'Undo').click();
  await page.getByLabel('Sending 0 of 2').waitFor();
  await show(page, 'Settings');
  const note = page.getByLabel('Note for the record');
  await note.fill('New puzzle');
  await page.keyboard.press('Enter');
  await button(page, 'Pause').click({ force: true }); // Playwright waits until a button is enabled
  await expectAccessible();
  await button(page, 'Cancel').click();
  resolve();
  await expectNotice(page, `${pageDate(day(20))} is blocked: Retreat. The rest was canceled.`);
  expect(await note.inputValue()).toBe('New puzzle');
  await button(page, 'Pause').click();
  await page.getByRole('heading', { name: 'The calendar is paused' }).waitFor();
  expect(await note.inputValue()).toBe('');
  expect(await recorded(service.database)).toEqual(['block', 'block', 'unblock', 'block', 'pause']);
});

test('a message is announced, and leaves by a button, Escape, or after ten seconds without a pointer', async () => {
  await service.change('POST', 'blocked-dates', { dates: [day(20)], label: 'Feast' });
  const { page, requests } = await open();
  await cell(page, day(0)).waitFor();
  await settle(page); // what the page has begun by the real clock would be lost
  await page.clock.install();
  await choose(page, day(20));
  const region = await page.locator('.notice div[role=status]').elementHandle();
  await button(page, 'Unblock').click();
  await notice(page).waitFor();
  expect(await region?.innerText()).toBe(await notice(page).innerText()); // announced, since it was there before
  await notice(page).hover();
  await page.clock.runFor(20_000);
  expect(await notice(page).count()).toBe(1);
  await page.mouse.move(5, 5);
  await page.clock.runFor(10_000);
  await notice(page).waitFor({ state: 'detached' });

  await button(page, 'Last change…').click();
  await page.keyboard.press('Escape');
  await notice(page).waitFor({ state: 'detached' });
  expect(await isFocused(page.locator('#day'))).toBe(true);
  await button(page, 'Last change…').click();
  await button(page, 'Undo').click();
  await expectNotice(page, 'is blocked: Feast.');
  await button(page, 'Undo').dispatchEvent('click', { detail: 2 }); // the second click of a double one
  await settle(page); // another change would have been sent
  expect(requests.filter((request) => !request.startsWith('GET'))).toHaveLength(2);
  await button(page, 'Close').click();
  await notice(page).waitFor({ state: 'detached' });
});
