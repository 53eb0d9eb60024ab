import { isDatabaseUrl } from '../database/url.ts';
import { roleName, text } from '../variables.ts';

export const puzzleVariables = {
  PUZZLE_DATABASE_URL: text(isDatabaseUrl)({
    default: undefined,
    desc: "a URL as for DATABASE_URL, of the same database as a role with the rights of verses_puzzle; unset, there are no operations for the site's server",
  }),
  AUTH_ROLE_PUZZLE: roleName('puzzle'),
};

/** @returns the service's database as the puzzle's role; undefined if the contract is not served */
export function puzzleConfig({ PUZZLE_DATABASE_URL: url }: { readonly PUZZLE_DATABASE_URL: string | undefined }) {
  return url === undefined ? undefined : { url };
}
