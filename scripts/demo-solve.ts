/**
 * Records, at a running `npm start`, that a player has solved today's puzzle, as the site's server
 * would. With DATABASE_URL, HOST and PORT are those of `npm start`:
 *
 *   npm run demo:solve -- USER
 */
import { Command } from 'commander';
import { signToken } from '../src/auth/sign-token.ts';
import { utcDate } from '../src/calendar/window.ts';
import { localAuth } from '../src/cli/local-auth.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { readConfig } from '../src/config.ts';
import { addressIn } from '../src/embedded/address.ts';
import { embeddedDirectory } from '../src/embedded/folder.ts';
import { recordCompletionOperation as operation } from '../src/puzzle/generated/operations.puzzle.ts';
import { StartError } from '../src/start-error.ts';

const command = new Command('npm run demo:solve --')
  .description("Records that a player has solved today's puzzle, at a running `npm start`.")
  .argument('<user>', "the player's id")
  .showHelpAfterError()
  .action(async (user: string) => {
    const { host, port } = readConfig(process.env);
    const service = (await addressIn(embeddedDirectory)) ?? `http://${host}:${port}`;
    const token = await signToken('demo-site', Temporal.Duration.from({ minutes: 1 }), await localAuth(), ['puzzle']);
    const today = utcDate(Temporal.Now.instant());
    // The player's own date can be the day before or after the UTC date.
    for (const date of [-1, 0, 1].map((days) => today.add({ days }).toString())) {
      const path = operation.path.replace('{date}', date).replace('{player}', encodeURIComponent(user));
      await send(new URL(path, service), token);
    }
    console.log(`${user} has solved today's puzzle. A token for ${user}: npm run token -- ${user}`);
  });

async function send(url: URL, token: string): Promise<void> {
  const { method } = operation;
  const response = await fetch(url, { method, headers: { Authorization: `Bearer ${token}` } }).catch((cause) => {
    throw new StartError(`${url.origin} does not respond: run \`npm start\` in another terminal`, { cause });
  });
  if (!response.ok) throw new StartError(`${method} ${url}: ${response.status} ${await response.text()}`);
}

await runCommand(() => command.parseAsync());
