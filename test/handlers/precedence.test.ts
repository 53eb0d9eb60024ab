import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fixedValue, operationsOf, readContract, refName } from '../../contract/document.ts';
import type { operations } from '../../src/generated/operations.ts';
import { type TestResponse, TestService, token, validSubmission } from '../support/service.ts';

/**
 * The contract fixes the order of the checks. For every combination of violated checks, the response is that of the first violated one. The
 * checks, their order and their responses come from `x-checks`; this file knows only how to violate each check.
 */
type Operation = (typeof operations)[number];
type Id = Operation['id'];
/** The last check of an operation does its work. No request can violate it; other tests show its failure. */
type Work = 'scheduled' | 'read';
type Violable<OperationId extends Id> = Exclude<
  Extract<Operation, { id: OperationId }>['checks'][number]['name'],
  Work
>;

/** A request under construction: each violation spoils one part of it. */
interface Draft {
  authenticated: boolean;
  json: boolean;
  localDate: string;
  solved: boolean;
  onCooldown: boolean;
  verse: number;
}

const authenticated = (draft: Draft) => {
  draft.authenticated = false;
};
const localDate = (draft: Draft) => {
  draft.localDate = '21.11.2026';
};

const violations: { readonly [OperationId in Id]: Readonly<Record<Violable<OperationId>, (draft: Draft) => void>> } = {
  submitVerse: {
    authenticated,
    readable: (draft) => {
      draft.json = false;
    },
    localDate,
    solvedToday: (draft) => {
      draft.solved = false;
    },
    cooldown: (draft) => {
      draft.onCooldown = true;
    },
    verse: (draft) => {
      draft.verse = 37;
    },
  },
  getEligibility: { authenticated, localDate },
  listSubmissions: { authenticated },
};

const send: {
  readonly [OperationId in Id]: (service: TestService, user: string, draft: Draft) => Promise<TestResponse>;
} = {
  async submitVerse(service, user, draft) {
    const body = JSON.stringify({ ...validSubmission, localDate: draft.localDate, verse: draft.verse });
    return await service.submit(draft.authenticated ? user : {}, draft.json ? body : body.slice(0, -1));
  },
  getEligibility: (service, user, draft) => get(service, `/api/eligibility?localDate=${draft.localDate}`, user, draft),
  listSubmissions: (service, user, draft) => get(service, '/api/submissions', user, draft),
};

async function get(service: TestService, path: string, user: string, draft: Draft): Promise<TestResponse> {
  return await service.request(path, {
    headers: draft.authenticated ? { Authorization: `Bearer ${await token(user)}` } : {},
  });
}

const contract = readContract();

describe.each(operationsOf(contract))('$name responds with the first violated check', ({ operation }) => {
  const id = operation.operationId as Id;
  const violable: Readonly<Record<string, (draft: Draft) => void>> = violations[id];
  const checks = (operation['x-checks'] ?? []).filter(({ name }) => name in violable);
  const combinations = Array.from({ length: 2 ** checks.length }, (_, bits) =>
    checks.filter((_check, index) => (bits >> index) & 1),
  );

  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
  });

  test('every check but the last can be violated', () => {
    expect(checks).toEqual(operation['x-checks']?.slice(0, -1));
  });

  test.each(
    combinations.map(
      (violated) => [`${id}: ${violated.map(({ name }) => name).join(' + ') || 'none'}`, violated] as const,
    ),
  )('%s', async (user, violated) => {
    const draft: Draft = {
      authenticated: true,
      json: true,
      localDate: validSubmission.localDate,
      solved: true,
      onCooldown: false,
      verse: validSubmission.verse,
    };
    for (const { name } of violated) violable[name]?.(draft);
    if (draft.solved) await service.solve(user);
    if (draft.onCooldown) await putOnCooldown(service, user);
    const response = await send[id](service, user, draft);

    const [first] = violated;
    if (first === undefined) {
      expect(response.status).toBeLessThan(300);
    } else {
      expect({ status: response.status, error: response.body.error }).toEqual({
        status: first.status,
        error: errorOf(refName(first.error)),
      });
    }
  });
});

test('submitVerse has 64 combinations', () => {
  expect(Object.keys(violations.submitVerse)).toHaveLength(6);
});

/** The fixed text of an error; the one without names the verse. */
function errorOf(schema: string): unknown {
  const error = contract.components.schemas[schema]?.properties?.['error'];
  return fixedValue(error) ?? expect.stringMatching(/^verse must be/);
}

/** Inserts a submission on a date before the calendar, which takes no bookable date. */
async function putOnCooldown(service: TestService, user: string): Promise<void> {
  await service.database.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
     select $1, 'GEN', 1, 1, date '2000-01-01' + count(*)::integer from scheduled_submission`,
    [user],
  );
}
