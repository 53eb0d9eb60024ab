import { getCalendarOperation } from '../../src/desk/generated/operations.desk.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { site, token, validSubmission } from '../support/service.ts';

/** What a response says. */
interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test says what it expects of the body
  readonly body: any;
}

/**
 * Submits a verse as a player, `ann`, whose completion the site's server has just recorded.
 *
 * @param tokens theirs
 */
export async function solveAndSubmit(url: string, tokens?: { site: string; player: string }): Promise<Answer> {
  const { site: siteToken, player } = tokens ?? { site: await token('site', site), player: await token('ann') };
  const recorded = await fetch(`${url}/puzzle/api/completions/${validSubmission.localDate}/ann`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${siteToken}` },
  });
  if (recorded.status !== 204) throw new Error(`A completion got ${recorded.status}: ${await recorded.text()}`);
  const { method, path } = submitVerseOperation;
  const headers = { Authorization: `Bearer ${player}` };
  return await answer(await fetch(url + path, { method, headers, body: JSON.stringify(validSubmission) }));
}

/** Reads the desk's calendar, by default as an operator who may only see it. */
export async function readCalendar(adminUrl: string, operator?: string): Promise<Answer> {
  const headers = { Authorization: `Bearer ${operator ?? (await token('ann', { roles: ['calendar-viewer'] }))}` };
  return await answer(await fetch(adminUrl + getCalendarOperation.path, { headers }));
}

async function answer(response: Response): Promise<Answer> {
  return { status: response.status, body: await response.json() };
}
