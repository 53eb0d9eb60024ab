/**
 * Records, in the embedded database of a running `npm start`, that a player has solved today's
 * puzzle, as the puzzle would:
 *
 *   npm run demo:solve -- USER
 */
import { Command } from 'commander';
import pg from 'pg';
import { utcDate } from '../src/calendar/window.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { solveToday } from '../src/embedded/demo.ts';
import { runningDatabase } from '../src/embedded/running.ts';

const command = new Command('npm run demo:solve --')
  .description("Records that a player has solved today's puzzle, in the database of a running `npm start`.")
  .argument('<user>', "the player's id")
  .showHelpAfterError()
  .action(async (user: string) => {
    const client = new pg.Client({ connectionString: await runningDatabase() });
    await client.connect();
    try {
      await solveToday(client, user, utcDate(Temporal.Now.instant()));
    } finally {
      await client.end();
    }
    console.log(`${user} has solved today's puzzle. A token for ${user}: npm run token -- ${user}`);
  });

await runCommand(() => command.parseAsync());
