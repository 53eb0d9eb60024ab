import { randomInt } from 'node:crypto';
import { utcDate } from '../../src/calendar/window.ts';
import { StartError } from '../../src/start-error.ts';
import { type Finished, runConfined } from '../confined.ts';
import { tokenNeeded } from '../dredd/given.ts';
import type { Target } from '../dredd/session.ts';

export const journeysFile = 'contract/journeys/journeys.arazzo.yaml';

/**
 * Has Redocly's `respect` run the journeys. It checks the status and the body of each
 * response against the contracts, too.
 * Each run leaves two verses in the calendar.
 *
 * @param target a service, and players whose tokens have the roles of the site's server
 *   and of an operator
 * @param deskUrl where the operator's desk is, if it has a port of its own
 * @returns the output, which begins with the failed steps if there are any
 * @throws StartError without a player
 */
export async function runJourneys(
  { url, newPlayer }: Pick<Target, 'url' | 'newPlayer'>,
  deskUrl: string = url,
): Promise<Finished> {
  if (newPlayer === undefined) throw new StartError(`The journeys need ${tokenNeeded}`);
  const { id, token } = newPlayer();
  const inputs = {
    player: id,
    playerToken: token,
    siteToken: token,
    operatorToken: token,
    today: utcDate(Temporal.Now.instant()).toString(),
    // No window reaches these dates; a run that was interrupted may have left a verse on one.
    freeDate: Temporal.PlainDate.from('9998-01-01')
      .add({ days: randomInt(365) })
      .toString(),
  };
  const finished = await runConfined(
    '@redocly/cli',
    'redocly',
    ['respect', journeysFile, '--server', `players=${url},puzzle=${url},desk=${deskUrl}`],
    { network: true, variables: { REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs) } },
  );
  // Before it stands each check that passed.
  const failures = finished.output.indexOf('Failed tests info:');
  return { ...finished, output: finished.output.slice(Math.max(failures, 0)) };
}

/** The lines of an output that say how many workflows, steps and checks passed. */
export function summaryOf({ output }: Finished): string {
  return (output.match(/(?:Workflows|Steps|Checks): .* total/g) ?? []).join('; ');
}
