import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { RE2JS } from 're2js';
import { contractFiles, readContract } from '../../contract/document/read.ts';
import { windowText } from '../../src/calendar/window.ts';
import { getEligibilityOperation, listSubmissionsOperation } from '../../src/generated/operations.ts';
import { TestService, token, validSubmission } from '../support/service.ts';

/** Every pattern of a contract, by its place. */
function patternsOf(value: unknown, place = '#'): { place: string; pattern: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'pattern' && typeof item === 'string' ? [{ place, pattern: item }] : patternsOf(item, `${place}/${key}`),
  );
}

const contract = readContract();
const patterns = patternsOf(contract);

describe('clients in other languages read the patterns as JavaScript does', () => {
  test('there are patterns', () => {
    expect(patterns.length).toBeGreaterThan(5);
  });

  test.each(contractFiles.flatMap((file) => patternsOf(readContract(file), `${file}#`)))('$place', ({ pattern }) => {
    expect(() => RE2JS.compile(pattern)).not.toThrow();
    // What these stand for differs among engines: Unicode's white space and letters, or ASCII's.
    expect(pattern).not.toMatch(/\\[swbSWB]/);
  });
});

describe('windowText', () => {
  const { pattern } = patterns.find(({ place }) => place.endsWith('/windowText')) ?? { pattern: '' };
  const [inJavaScript, inRe2] = [new RegExp(pattern), RE2JS.compile(pattern)];
  const matches = (text: string) => [inJavaScript.test(text), inRe2.matcher(text).find()];

  test('every window of four years matches, whatever its length', () => {
    const start = Temporal.PlainDate.from('2026-11-21');
    const texts = Array.from({ length: 1461 }, (_, day) => start.add({ days: day })).flatMap((first) =>
      [0, 1, 13, 40, 400].map((days) => windowText({ first, last: first.add({ days }) })),
    );
    expect(texts.filter((text) => matches(text).includes(false))).toEqual([]);
  });

  test.each([
    '28, 2026',
    'November 28',
    'November 28 – December 11, 2026',
    'November 28, 2026 – 30, 2026',
    'NOVEMBER 28, 2026',
  ])('%s does not match', (text) => {
    expect(matches(text)).toEqual([false, false]);
  });
});

describe('a running service', () => {
  const matched = new Set<string>();
  const ajv = new Ajv({
    strict: false,
    code: {
      regExp: Object.assign(
        (pattern: string) => {
          const matcher = RE2JS.compile(pattern);
          const test = (text: string) => {
            const found = matcher.matcher(text).find();
            if (found) matched.add(pattern);
            return found;
          };
          return { test, toString: () => pattern }; // Ajv compiles a text once
        },
        { code: 're2' },
      ),
    },
  });
  addFormats.default(ajv);
  ajv.addSchema(contract, 'openapi.yaml');

  /** What a client with RE2's regular expressions finds wrong with a value, by its schema's place in `components`. */
  const faults = (place: string, value: unknown) => {
    const validate = ajv.getSchema(`openapi.yaml#/components/${place}`);
    return validate?.(value) ? [] : [place, validate?.errors];
  };

  test('sends and accepts values that match every pattern in RE2, the engine of Go', async () => {
    await using service = await TestService.start();
    await service.solve(['ann', 'ben']);
    const key = '8e03978e-40d5-43dd-bc93-6894a57f9324';
    const id = 'Request.1_a-b';
    const get = { headers: { Authorization: `Bearer ${await token('ann')}` } };
    const scheduled = await service.submit('ann', validSubmission, { 'Idempotency-Key': key, 'X-Request-Id': id });
    const onCooldown = await service.submit('ann');
    const noVerse = await service.submit('ben', { ...validSubmission, verse: 37 });
    const eligibility = await service.request(`${getEligibilityOperation.path}?localDate=2026-11-21`, get);
    const list = await service.request(listSubmissionsOperation.path, get);
    const notAllowed = await service.request(listSubmissionsOperation.path, { ...get, method: 'DELETE' });
    const ifNoneMatch = '"one", W/"another"';
    const chapter = await service.request('/api/chapters/PSA/117', { headers: { 'If-None-Match': ifNoneMatch } });
    const responses = [scheduled, onCooldown, noVerse, eligibility, list, notAllowed, chapter];

    expect(responses.map(({ status }) => status)).toEqual([201, 429, 400, 200, 200, 405, 200]);
    expect(scheduled.headers.get('X-Request-Id')).toBe(id);
    expect(eligibility.body).toHaveProperty('cooldownEndsAt');
    expect([
      ...faults('parameters/Idempotency-Key/schema', key),
      ...faults('schemas/VerseSubmission', validSubmission),
      ...faults('schemas/ScheduledVerse', scheduled.body),
      ...faults('schemas/CooldownActive', onCooldown.body),
      ...faults('schemas/InvalidVerse', noVerse.body),
      ...faults('schemas/Eligibility', eligibility.body),
      ...faults('schemas/SubmissionList', list.body),
      ...faults('schemas/Chapter', chapter.body),
      ...faults('headers/ETag/schema', chapter.headers.get('ETag')),
      ...faults('parameters/If-None-Match/schema', ifNoneMatch),
      ...faults('headers/Allow/schema', notAllowed.headers.get('Allow')),
      ...responses.flatMap(({ headers }) => faults('headers/X-Request-Id/schema', headers.get('X-Request-Id'))),
    ]).toEqual([]);
    expect([...matched].sort()).toEqual([...new Set(patterns.map(({ pattern }) => pattern))].sort());
  });
});
