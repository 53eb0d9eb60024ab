import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { parseContract } from '../../contract/document/read.ts';
import type { Contract } from '../../contract/document/types.ts';
import { renderOperations } from '../../scripts/codegen/operations.ts';
import type { FallbackResponses, Handler } from '../../src/api/operation-handler.ts';
import { root } from '../../src/root.ts';

/** A contract that uses the whole profile. */
export function goldenContract(): Contract {
  return parseContract('golden-contract.yaml', readFileSync(join(root, 'test/support/golden-contract.yaml'), 'utf8'));
}

/** The code that `npm run codegen` would generate from a contract, without its types. */
export async function generate(contract: Contract): Promise<{ fallbackResponses: Record<string, FallbackResponses> }> {
  const { code } = await transform(renderOperations(contract, './openapi.ts'), { loader: 'ts' });
  return await import(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** Handlers that return their request. */
export const echo: Readonly<Record<string, Handler>> = Object.fromEntries(
  Object.values(goldenContract().paths)
    .flatMap((item) => Object.values(item))
    .map(({ operationId }): [string, Handler] => [operationId, echoed]),
);

async function echoed({ readBody, malformed, ...members }: Parameters<Handler>[0]) {
  const request = { ...members, malformed: [...malformed], body: await readBody?.() };
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: { request } };
}
