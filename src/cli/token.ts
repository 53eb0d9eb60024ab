/**
 * Prints a token for a user, signed with AUTH_JWT_SECRET or, if that is unset, with the embedded
 * default's own secret.
 *
 *   npm run token -- USER [--hours N] [--role ROLE]...
 */
import { Command, InvalidArgumentError } from 'commander';
import { signToken } from '../auth/sign-token.ts';
import { isSubject } from '../auth/subject.ts';
import { bearerAuthSubject } from '../generated/operations.ts';
import { contractRoles } from '../roles.ts';
import { localAuth } from './local-auth.ts';
import { runCommand } from './run-command.ts';

const roles = Object.keys(contractRoles.names);

function parseHours(value: string): number {
  const hours = Number(value);
  if (!(hours > 0 && hours <= 8760)) throw new InvalidArgumentError('It must be a number above 0, and at most 8760.');
  return hours;
}

function parseUser(value: string): string {
  if (isSubject(value)) return value;
  const { minLength, maxLength } = bearerAuthSubject;
  throw new InvalidArgumentError(`It must have ${minLength} to ${maxLength} characters.`);
}

function parseRole(value: string, others: readonly string[] = []): string[] {
  if (roles.includes(value)) return [...others, value];
  throw new InvalidArgumentError(`It must be one of ${roles.join(', ')}.`);
}

const command = new Command('npm run token --')
  .description("Prints a token for a user. For development: in production, the puzzle site's login issues tokens.")
  .argument('<user>', 'the id of a player or an operator', parseUser)
  .option('--hours <number>', 'the hours for which the token is valid', parseHours, 24)
  .option(
    '--role <role>',
    `a role of an operator or of the site's server: ${roles.join(', ')} (can be repeated)`,
    parseRole,
  )
  .action(async (user: string, { hours, role }: { hours: number; role?: string[] }) => {
    const lifetime = Temporal.Duration.from({ seconds: Math.round(hours * 3600) });
    console.log(await signToken(user, lifetime, await localAuth(), role));
  });

await runCommand(() => command.parseAsync());
