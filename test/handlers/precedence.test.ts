import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { submitVerseOperation, submitVerseResponses } from '../../src/generated/operations.ts';
import { TestService, validSubmission } from '../support/service.ts';

/**
 * For every combination of violated checks, the response is that of the first violated one. This file says only how to violate
 * each check; the checks, their order and their responses come from the contract's `x-checks`.
 */
type CheckName = (typeof submitVerseOperation.checks)[number]['name'];

/** A request before it is sent. Each violation changes one part of it. */
interface Draft {
  authenticated: boolean;
  json: boolean;
  localDate: string;
  solved: boolean;
  onCooldown: boolean;
  verse: number;
}

const violations: Record<Exclude<CheckName, 'scheduled'>, (draft: Draft) => void> = {
  authenticated: (draft) => {
    draft.authenticated = false;
  },
  readable: (draft) => {
    draft.json = false;
  },
  localDate: (draft) => {
    draft.localDate = '21.11.2026';
  },
  solvedToday: (draft) => {
    draft.solved = false;
  },
  cooldown: (draft) => {
    draft.onCooldown = true;
  },
  verse: (draft) => {
    draft.verse = 37;
  },
};

const checks = submitVerseOperation.checks.filter(({ name }) => name !== 'scheduled');
const combinations = Array.from({ length: 2 ** checks.length }, (_, bits) =>
  checks.filter((_check, index) => (bits >> index) & 1),
);

describe('the response is that of the first violated check', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
  });

  test('all 64 combinations are tried', () => {
    expect(combinations).toHaveLength(64);
  });

  test.each(
    combinations.map((violated) => [violated.map(({ name }) => name).join(' + ') || 'none', violated] as const),
  )('%s', async (title, violated) => {
    const draft: Draft = {
      authenticated: true,
      json: true,
      localDate: validSubmission.localDate,
      solved: true,
      onCooldown: false,
      verse: validSubmission.verse,
    };
    for (const { name } of violated) violations[name as keyof typeof violations](draft);

    const user = title;
    if (draft.solved) await service.solve(user);
    if (draft.onCooldown) await putOnCooldown(service, user);
    const body = JSON.stringify({ ...validSubmission, localDate: draft.localDate, verse: draft.verse });
    const response = await service.submit(draft.authenticated ? user : {}, draft.json ? body : body.slice(0, -1));

    const [first] = violated;
    expect(response.status).toBe(first?.status ?? 201);
    if (first !== undefined) expect(response.body).toMatchObject(errorOf(first.response));
  });
});

function errorOf(name: keyof typeof submitVerseResponses): object {
  const response = submitVerseResponses[name];
  if (typeof response !== 'function') return response.body;
  return name === 'invalidVerse'
    ? { error: expect.stringMatching(/^verse must be/) }
    : { error: submitVerseResponses.cooldownActive({ cooldownEndsAt: '' }, { 'Retry-After': 1 }).body.error };
}

/** Inserts a submission on a date before the calendar, which takes no bookable date. */
async function putOnCooldown(service: TestService, user: string): Promise<void> {
  await service.database.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
     select $1, 'GEN', 1, 1, date '2000-01-01' + count(*)::integer from scheduled_submission`,
    [user],
  );
}
