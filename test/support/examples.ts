import { readContract } from '../../contract/document/read.ts';
import { type DocumentedResponse, documentedResponses } from '../../contract/document/responses.ts';
import type { components } from '../../src/generated/openapi.ts';

/**
 * A documented response of `openapi.yaml`, with the example of its body.
 *
 * @param name e.g. `POST /api/submit-verse 201`
 */
export function documentedAs(name: string): DocumentedResponse {
  const documented = documentedResponses(readContract()).find((each) => each.name === name);
  if (documented === undefined) throw new Error(`There is no ${name}`);
  return documented;
}

const example = documentedAs('GET /api/eligibility 200').example as components['schemas']['Eligibility'];
const { cooldownEndsAt: _, nextFreeDate: __, ...facts } = example;

/** What the client gets for a player who may submit: the contract's example, without a cooldown. */
export const may = {
  ...facts,
  status: 200,
  requestId: null,
  maySubmit: true,
  solvedToday: true,
  accepting: true,
} as const;
