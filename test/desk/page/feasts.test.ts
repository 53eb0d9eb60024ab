import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { feasts, fixed, nextDates } from '../../../desk/src/feasts.ts';
import { root } from '../../../src/root.ts';

const feast = (name: string) => feasts.find((each) => each.name === name) as (typeof feasts)[number];

// Easter Sunday of 2027 is 28 March, that of 2038 is 25 April, the latest of this century.
test.each([
  ['Ash Wednesday', '2027-02-10', '2038-03-10'],
  ['Palm Sunday', '2027-03-21', '2038-04-18'],
  ['Maundy Thursday', '2027-03-25', '2038-04-22'],
  ['Good Friday', '2027-03-26', '2038-04-23'],
  ['Easter Sunday', '2027-03-28', '2038-04-25'],
  ['Easter Monday', '2027-03-29', '2038-04-26'],
  ['Ascension Day', '2027-05-06', '2038-06-03'],
  ['Orthodox Easter', '2027-05-02', '2038-04-25'],
  ['Pentecost', '2027-05-16', '2038-06-13'],
  ['Trinity Sunday', '2027-05-23', '2038-06-20'],
  ['Corpus Christi', '2027-05-27', '2038-06-24'],
  ['Thanksgiving (US)', '2027-11-25', '2038-11-25'],
  ['First Sunday of Advent', '2027-11-28', '2038-11-28'],
  ['Second Sunday of Advent', '2027-12-05', '2038-12-05'],
  ['Third Sunday of Advent', '2027-12-12', '2038-12-12'],
  ['Fourth Sunday of Advent', '2027-12-19', '2038-12-19'],
  ['New Year’s Day', '2027-01-01', '2038-01-01'],
  ['Christmas Day', '2027-12-25', '2038-12-25'],
])('%s is %s and %s', (name, in2027, in2038) => {
  expect([feast(name).dateIn(2027), feast(name).dateIn(2038)]).toEqual([in2027, in2038]);
});

test('a feast is on the same date east of Greenwich', () => {
  const script = `
    const { feasts } = await import('./desk/src/feasts.ts');
    console.log(feasts.find(({ name }) => name === 'Easter Sunday').dateIn(2027))`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    env: { ...process.env, TZ: 'Asia/Tokyo' },
    encoding: 'utf8',
  });
  expect([stdout, stderr]).toEqual(['2027-03-28\n', '']);
});

test('the feasts are in the order of the year, each with a name of its own', () => {
  const dates = feasts.map(({ dateIn }) => dateIn(2027));
  expect(dates).toEqual(dates.toSorted());
  expect(new Set(feasts.map(({ name }) => name)).size).toBe(feasts.length);
});

test('the next dates of a feast leave out those that are over', () => {
  expect(nextDates(feast('Easter Sunday'), '2027-03-28', 2)).toEqual(['2027-03-28', '2028-04-16']);
  expect(nextDates(feast('Easter Sunday'), '2027-03-29', 2)).toEqual(['2028-04-16', '2029-04-01']);
  expect(nextDates(feast('Christmas Day'), '2026-11-22', 10)).toHaveLength(10);
  expect(nextDates(fixed('Leap day', '02-29'), '2026-11-22', 10)).toEqual(['2028-02-29', '2032-02-29', '2036-02-29']);
});
