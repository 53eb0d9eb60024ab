import { operationsOf } from '../document/operations.ts';
import { documentedResponses } from '../document/responses.ts';
import type { Contract } from '../document/types.ts';

/** How the mock responds, for those who start it and those who find it running. */
export const rules = `Any Bearer token is a player who has solved the puzzle, and a new token is a new player. A valid submission gets 201 and starts the player's
cooldown: later ones get 429, or the first 201 again with the same Idempotency-Key. With --stateless, every valid submission gets 201.

The contracts know of each other: once the puzzle has recorded a completion of a player, or has erased the player, only recorded completions
count; operators move and withdraw the verses of players. A player's id is the sub of a JWT, or else the token itself. A token has every role,
unless it is a JWT with the claim roles. Operations that the mock does not carry out get the contract's examples.

The header Prefer selects any documented response, with or without a token, and delays it:

  Prefer: code=429
  Prefer: code=400, example=InvalidVerse
  Prefer: wait=3`;

export interface NamedContract {
  readonly name: string;
  readonly contract: Contract;
}

/**
 * What the mock serves, in plain text: the operations, their responses with the names of the
 * examples, the documents, the preferences.
 */
export function overview(contracts: readonly NamedContract[]): string {
  return `${contracts.map(sectionOf).join('\n')}
${rules}
`;
}

function sectionOf({ name, contract }: NamedContract): string {
  const documented = documentedResponses(contract);
  const operations = operationsOf(contract).map(({ name, operation: { summary } }) => {
    const responses = documented.filter(({ operation }) => operation === name);
    const codes = [...Map.groupBy(responses, ({ status }) => status)].map(([status, ofStatus]) => {
      const kinds = ofStatus.flatMap(({ kind = [] }) => kind);
      return kinds.length === 0 ? status : `${status} (${kinds.join(', ')})`;
    });
    return `  ${name}\n      ${summary}\n      ${codes.join(', ')}\n`;
  });
  const { title, version } = contract.info;
  return `${title} ${version}: a mock of the contract

${operations.join('')}
  GET /${name}.yaml
  GET /${name}.json
      The contract
`;
}
