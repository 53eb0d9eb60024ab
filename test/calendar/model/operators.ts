import { expect } from '@jest/globals';
import fc from 'fast-check';
import { submit } from './players.ts';
import { type ChangeResult, day, type Instance, membersOf, type Row } from './stored-model.ts';
import {
  anyOf,
  at,
  days,
  existingVerse,
  idOf,
  instance,
  knownRows,
  model,
  type Name,
  nth,
  operatorsRows,
  rowsOf,
  services,
  solved,
  weighted,
} from './world.ts';

const manyDays = fc.uniqueArray(days, { minLength: 1, maxLength: 6 });
/** On which date an operator saw a verse: mostly where it is. */
const seenElsewhere = fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: days });
/** Whether an operator saw the date of an own verse blocked, if the request says so. */
const seenBlocked = fc.option(fc.boolean(), { nil: undefined });

/** What operators do. */
export const operatorsOperations = [
  weighted(4, block, fc.record({ at, days })),
  weighted(1, unblock, fc.record({ at, nth, days })),
  weighted(2, blockMany, fc.record({ at, days: manyDays })),
  weighted(2, unblockMany, fc.record({ at, nth, days: manyDays })),
  weighted(4, setVerse, fc.record({ at, days, verse: existingVerse, blocked: seenBlocked })),
  weighted(3, move, fc.record({ at, nth, days: seenElsewhere, to: days })),
  weighted(2, moveBack, fc.record({ at, nth })),
  weighted(3, swap, fc.record({ at, nth, days: seenElsewhere, other: nth })),
  weighted(4, withdraw, fc.record({ at, nth, days: seenElsewhere, endCooldown: fc.boolean() })),
  weighted(2, replace, fc.record({ at, nth })),
  weighted(5, restore, fc.record({ at, nth, to: fc.option(days, { nil: undefined }) })),
  weighted(3, review, fc.record({ at, nth, reviewed: fc.constantFrom(true, true, false) })),
  weighted(1, reviewUpTo, fc.record({ at, nth, days })),
  weighted(2, setPaused, fc.record({ at, paused: fc.constantFrom(true, false, false) })),
  weighted(3, sendChangeAgain, fc.record({ at })),
];

/** A change, which can be sent again, as by an operator who has received no response. */
interface DeskRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** The ids of the submissions that it names. */
  readonly ids?: readonly number[];
  /** What the model says of it. A row is undefined if no submission has the id. */
  readonly expected: (at: Instance, rows: readonly (Row | undefined)[]) => ChangeResult;
}

let lastChange: DeskRequest | undefined;

export function forgetLastChange(): void {
  lastChange = undefined;
}

async function sendChange(at: Name, request: DeskRequest): Promise<void> {
  lastChange = request;
  const { method, path, body, ids = [], expected } = request;
  const rows = await rowsOf(ids);
  const response = await services[at].desk(method, path, body);
  const { error, dates, outcomes: expectedOutcomes } = expected(instance(at), rows);
  expect([path, body, response.body?.error]).toEqual([path, body, error]);
  const outcomes: { outcome: string; day: { date: string; state: string } }[] | undefined = response.body?.outcomes;
  expect(outcomes?.map(({ outcome }) => outcome)).toEqual(expectedOutcomes);
  const days: { date: string; state: string }[] | undefined = response.body?.days ?? outcomes?.map(({ day }) => day);
  if (days !== undefined) expect(days.map(({ date, state }) => `${date} ${state}`)).toEqual(model.days(dates));
}

async function sendChangeAgain({ at }: { at: Name }): Promise<void> {
  if (lastChange !== undefined) await sendChange(at, lastChange);
}

async function block({ at, days }: { at: Name; days: number }): Promise<void> {
  const date = day(instance(at), days);
  const body = { label: 'a feast' };
  await sendChange(at, { method: 'PUT', path: `blocked-dates/${date}`, body, expected: (by) => model.block(by, date) });
}

async function unblock({ at, nth, days }: { at: Name; nth: number; days: number }): Promise<void> {
  const date = anyOf([...model.blocked], nth) ?? day(instance(at), days);
  await sendChange(at, { method: 'DELETE', path: `blocked-dates/${date}`, expected: (by) => model.unblock(by, date) });
}

async function blockMany({ at, days }: { at: Name; days: readonly number[] }): Promise<void> {
  const dates = days.map((each) => day(instance(at), each));
  const body = { dates, label: 'a feast' };
  await sendChange(at, { method: 'POST', path: 'blocked-dates', body, expected: (by) => model.blockMany(by, dates) });
}

/** Some blocked dates, and others. */
async function unblockMany({ at, nth, days }: { at: Name; nth: number; days: readonly number[] }): Promise<void> {
  const blocked = [...model.blocked].slice(0, nth % 5);
  const dates = [...new Set([...blocked, ...days.map((each) => day(instance(at), each))])];
  const path = 'blocked-dates/unblock';
  await sendChange(at, { method: 'POST', path, body: { dates }, expected: (by) => model.unblockMany(by, dates) });
}

interface SetVerse {
  readonly at: Name;
  readonly days: number;
  readonly verse: string;
  readonly blocked: boolean | undefined;
}

async function setVerse({ at, days, verse, blocked }: SetVerse): Promise<void> {
  const date = day(instance(at), days);
  const body = { ...membersOf(verse), blocked };
  const expected = (by: Instance) => model.setVerse(by, date, verse, blocked);
  await sendChange(at, { method: 'PUT', path: `verses/${date}`, body, expected });
}

/** What an operator saw: the verse where it is or, if `days` says so, on another date. */
interface Seen {
  readonly at: Name;
  readonly nth: number;
  readonly days: number | undefined;
}

async function move({ at, nth, days, to }: Seen & { to: number }): Promise<void> {
  const row = anyOf(operatorsRows(), nth);
  if (row !== undefined) await moveTo(at, row, seenOn(row, at, days), day(instance(at), to));
}

/** To the date of the 201. */
async function moveBack({ at, nth }: { at: Name; nth: number }): Promise<void> {
  const row = anyOf(
    operatorsRows().filter(({ date, movedFrom }) => date !== null && movedFrom !== null),
    nth,
  );
  if (row !== undefined) await moveTo(at, row, `${row.date}`, `${row.movedFrom}`);
}

async function swap({ at, nth, days, other }: Seen & { other: number }): Promise<void> {
  const [row, swapWith] = [anyOf(operatorsRows(), nth), anyOf(knownRows(), other)];
  if (row === undefined || swapWith === undefined || row === swapWith) return;
  await moveTo(at, row, seenOn(row, at, undefined), seenOn(swapWith, at, days), swapWith);
}

async function moveTo(at: Name, row: Row, from: string, to: string, other?: Row): Promise<void> {
  if (from === to) return;
  const [id = 0, swapWith] = await Promise.all([row, ...(other ? [other] : [])].map(idOf));
  await sendChange(at, {
    method: 'POST',
    path: `submissions/${id}/move`,
    body: { from, to, swapWith },
    ids: swapWith === undefined ? [id] : [id, swapWith],
    expected: (by, [verse, otherVerse = null]) =>
      model.move(by, verse, from, to, swapWith === undefined ? undefined : otherVerse),
  });
}

async function withdraw({ at, nth, days, endCooldown }: Seen & { endCooldown: boolean }): Promise<void> {
  const row = anyOf(operatorsRows(), nth);
  if (row === undefined) return;
  const from = seenOn(row, at, days);
  const id = await idOf(row);
  await sendChange(at, {
    method: 'POST',
    path: `submissions/${id}/withdraw`,
    body: { from, endCooldown },
    ids: [id],
    expected: (by, [verse]) => model.withdraw(by, verse, from, endCooldown),
  });
}

/** The player submits another verse at once. */
async function replace({ at, nth }: { at: Name; nth: number }): Promise<void> {
  const row = anyOf(operatorsRows(), nth);
  await withdraw({ at, nth, days: undefined, endCooldown: true });
  if (row !== undefined && !row.byEditor) await submit({ ...row, at, localDate: solved, key: undefined });
}

/** To its old date, or to another. Mostly, the verse is withdrawn. */
async function restore({ at, nth, to }: { at: Name; nth: number; to: number | undefined }): Promise<void> {
  const withdrawn = operatorsRows().filter(({ date }) => date === null);
  const row = anyOf(withdrawn.length > 0 ? withdrawn : operatorsRows(), nth);
  if (row === undefined) return;
  const date = seenOn(row, at, to);
  const id = await idOf(row);
  await sendChange(at, {
    method: 'POST',
    path: `submissions/${id}/restore`,
    body: { to: date },
    ids: [id],
    expected: (by, [verse]) => model.restore(by, verse, date),
  });
}

async function review({ at, nth, reviewed }: { at: Name; nth: number; reviewed: boolean }): Promise<void> {
  const row = anyOf(operatorsRows(), nth);
  if (row === undefined) return;
  const id = await idOf(row);
  await sendChange(at, {
    method: 'PUT',
    path: `submissions/${id}/review`,
    body: { reviewed },
    ids: [id],
    expected: (_, [verse]) => model.review(verse, reviewed),
  });
}

/** Of the verses that were there when a verse came. */
async function reviewUpTo({ at, nth, days }: { at: Name; nth: number; days: number }): Promise<void> {
  const row = anyOf(operatorsRows(), nth);
  if (row === undefined) return;
  const [newest, to] = [await idOf(row), day(instance(at), days)];
  const ids = Array.from({ length: newest }, (_, index) => index + 1);
  await sendChange(at, {
    method: 'POST',
    path: 'review',
    body: { to, newest },
    ids,
    expected: (_, rows) =>
      model.reviewUpTo(
        rows.filter((each) => each !== undefined),
        to,
      ),
  });
}

/** What the calendar says of the verses that no editor has read. */
export async function readUnread(at: Name): Promise<void> {
  const { unread, firstUnread } = (await services[at].desk('GET', 'calendar?from=2026-12-24&to=2026-12-24')).body;
  expect({ unread, ...(firstUnread && { firstUnread }) }).toEqual(model.unread(instance(at)));
}

async function setPaused({ at, paused }: { at: Name; paused: boolean }): Promise<void> {
  const body = { paused };
  await sendChange(at, { method: 'PUT', path: 'pause', body, expected: () => model.setPaused(paused) });
}

function seenOn({ date, withdrawnFrom }: Row, at: Name, days: number | undefined): string {
  return days === undefined ? (date ?? `${withdrawnFrom}`) : day(instance(at), days);
}
