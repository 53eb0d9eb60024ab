import { describe, expect, jest, test } from '@jest/globals';
import { casesOf } from '../../contract/dredd/cases.ts';
import { withEndpoint } from '../../contract/dredd/endpoint.ts';
import { maxVersesLeft } from '../../contract/dredd/given.ts';
import { playHistories } from '../../contract/dredd/histories.ts';
import { Session, type Target } from '../../contract/dredd/session.ts';
import { harmless, mistakes, unnamed } from './foreign/mistakes.ts';
import { isLong, play } from './foreign/play.ts';
import { serve, serveBehindProxy, start } from './foreign/run.ts';
import { serveForeign } from './foreign/server.ts';

jest.setTimeout(300_000); // Dredd takes seconds to start, and many times that on a busy machine

describe('a server that somebody else has written, over HTTP alone,', () => {
  const secret = 'a secret that the foreign server and the run share';
  const trust = { issuer: 'https://issuer.example', audience: 'verses' };
  const env = { AUTH_JWT_SECRET: secret, AUTH_ISSUER: trust.issuer, AUTH_AUDIENCE: trust.audience };
  const withForeign = async <Result>(
    work: (target: Target) => Promise<Result>,
    mistake?: string | readonly string[],
  ): Promise<Result> => {
    await using foreign = await serveForeign(secret, mistake, trust);
    Object.assign(process.env, env);
    try {
      return await withEndpoint({ url: foreign.url }, work);
    } finally {
      for (const name of Object.keys(env)) delete process.env[name];
    }
  };
  /** Why cases fail, by their names: those that were sent. */
  const played = (names: (name: string) => boolean, mistake?: string | readonly string[]) =>
    withForeign((target) => play('openapi.yaml', target, names), mistake);

  test('is right, and keeps few of the verses that the run submits', async () => {
    const { results, left } = await withForeign(async (target) => ({
      results: await play('openapi.yaml', target, (name) => !isLong(name)),
      left: target.left.verses,
    }));
    expect([...results].filter(([, reason]) => reason !== undefined)).toEqual([]);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(maxVersesLeft);
    const cases = casesOf('openapi.yaml').length;
    expect(cases - results.size).toBeLessThan(60);
  });

  test('may differ where the contract leaves room', async () => {
    const results = await played((name) => !isLong(name), harmless);
    expect(results.size).toBeGreaterThan(130);
    expect([...results].filter(([, reason]) => reason !== undefined)).toEqual([]);
  });

  test.each(Object.entries(mistakes))('%s: noticed by %s', async (mistake, name) => {
    const results = await played((each) => each === name, mistake);
    expect(results).toEqual(new Map([[name, expect.any(String)]]));
  });

  // Each takes seconds: FOREIGN=all plays all of them.
  const quick = ['records no tomorrow'];
  test.each(process.env['FOREIGN'] === 'all' ? unnamed : quick)('%s: noticed by a history', async (mistake) => {
    const { failures } = await withForeign(
      (target) => playHistories(new Session(target), quick.includes(mistake) ? 100 : 300, 1),
      mistake,
    );
    expect(failures.length).toBeGreaterThan(0);
    for (const lines of failures) expect(lines.join('\n')).toMatch(/^curl -i -X [^\n]+\n {2}# \d{3} /);
  });

  test('which checks no signature, fails the command', async () => {
    await using foreign = await serveForeign(secret, 'looks at no signature', trust);
    const run = start(['--endpoint', foreign.url, '--only', 'GET /api/submissions', '--require-all'], env);
    expect(await run.exitCode).toBe(1);
    expect(run.stderr).toContain('Status, body or order:\n  the status is 200, expected 401');
  });

  test("without a token, and below a proxy's path, is tested with what needs none", async () => {
    await using foreign = await serveForeign(secret);
    await using proxy = await serveBehindProxy(foreign.url);
    const run = start(['--endpoint', proxy.url, '--random', '30']);
    expect({ exitCode: await run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(run.stdout).toMatch(
      /^\d+ passed, 0 failed, \d+ skipped; no 201, 403, 413, 429, 500 was requested; 30 requests at random \(--seed 1\): 0 failures; not asked: [^\n]+\n$/,
    );
  });

  test.each([
    { program: 'node', reason: undefined },
    { program: 'absent', reason: expect.stringMatching(/The command of --solve failed: spawn absent ENOENT$/) },
  ])("without the puzzle's contract gets completions from the command $program", async ({ program, reason }) => {
    await using operator = await serve((incoming, outgoing) => {
      const [, player = '', date = ''] = incoming.url?.split('/') ?? [];
      foreign?.solve(decodeURIComponent(player), date);
      outgoing.end();
    });
    await using foreign = await serveForeign(secret, 'has no puzzle', trust);
    const command = `${program === 'node' ? process.execPath : program} -e fetch(process.argv[1]) ${operator.url}/{player}/{date}`;
    Object.assign(process.env, env);
    const results = await withEndpoint({ url: foreign.url, solve: command }, (target) =>
      play('openapi.yaml', target, (name) => name === 'POST /api/submit-verse 201'),
    );
    for (const name of Object.keys(env)) delete process.env[name];
    expect(results).toEqual(new Map([['POST /api/submit-verse 201', reason]]));
  });
});
