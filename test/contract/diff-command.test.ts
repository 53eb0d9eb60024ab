import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { listed } from '../../contract/diff/change.ts';
import * as sources from '../../contract/diff/sources.ts';
import { contractFiles, readContract } from '../../contract/document/read.ts';
import { ContractCopy } from '../support/contract-copy.ts';
import { type Edits, edited, errorText, set } from '../support/contract-edits.ts';

const script = 'scripts/contract-diff.ts';
const inCopy = (file: string) => join(copy.directory, file);
const contractAfter = (edits: Edits) => stringify(edited(readContract(), edits));
const change = '- `/components/schemas/ScheduledVerse/properties/windowText/description`: description ';
/** Not released, and as high as any change requires. */
const version = '99.0.0';
const severe = (limit: string, base: string, count: string) => {
  const where = base.endsWith('old.yaml') ? '' : ' to openapi.yaml';
  return `--fail-on ${limit}: ${count} of the changes${where} since ${base} ${count === '1' ? 'is' : 'are'} that severe`;
};
let copy: ContractCopy;

beforeAll(async () => {
  copy = await ContractCopy.create();
  await copy.edit(set(['info', 'version'], version));
  const accepted = parse(await readFile(inCopy('contract/accepted.yaml'), 'utf8'));
  await writeFile(inCopy('contract/accepted.yaml'), stringify({ ...accepted, 'openapi.yaml': [] })); // of other versions
  await writeFile(inCopy('old.yaml'), contractAfter({}));
  await writeFile(inCopy('new.yaml'), contractAfter({ set: { 'ScheduledVerse.windowText description': 'A window.' } }));
  const refused: Edits = { set: { 'paths /api/submit-verse post responses 403 x-set-by': 'middleware' } };
  await writeFile(inCopy('refused.yaml'), contractAfter(refused));
  const parameters = Object.keys(readContract().paths).map((path) => [`paths ${path} x-other`, 1]);
  await writeFile(inCopy('tags.yaml'), contractAfter({ set: Object.fromEntries(parameters) }));
  await writeFile(inCopy('other.yaml'), contractAfter({ set: { webhooks: {} } }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: copy.directory });
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', 'openapi.yaml');
  git('commit', '--quiet', '--message', 'Add the contract');
  git('checkout', '--quiet', '-b', 'texts');
  await copy.edit(set(errorText('NotSolvedToday'), 'Solve it first'));
  git('commit', '--quiet', '--all', '--message', 'Change a text');
  git('checkout', '--quiet', 'main');
  await copy.edit(
    set(['components', 'schemas', 'ScheduledVerse', 'properties', 'windowText', 'description'], 'A window.'),
  );
});
afterAll(() => copy[Symbol.asyncDispose]());

describe('npm run contract:diff compares', () => {
  test('two files', () => {
    const [old, current] = [inCopy('old.yaml'), inCopy('new.yaml')];
    const { status, stdout, stderr } = copy.run(script, old, current, '--fail-on', 'wording');
    expect({ status, stderr }).toEqual({ status: 1, stderr: `\n${severe('wording', old, '1')}.\n` });
    expect(stdout).toMatch(
      `## ${current}, compared with ${old}\n\nChanges: 0 breaking, 0 compatible, 1 wording.\n\n${change}`,
    );
    expect(listed('A file', [])).toBe('## A file\n\nNothing changed.');
  });

  test('a revision of git with each contract', () => {
    const { status, stdout, stderr } = copy.run(script, '--base', 'main');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      `## openapi.yaml, compared with main\n\nChanges: 0 breaking, 0 compatible, 1 wording.\n\n${change}`,
    );
    const rest = stdout.slice(stdout.lastIndexOf(change)).split('\n').slice(1);
    expect(rest).toEqual([
      ...contractFiles.slice(1).flatMap((file) => ['', `## ${file} is new: main does not have it`]),
      '',
    ]);
  });

  test('each contract with its last release', () => {
    const { status, stdout, stderr } = copy.run(script);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.match(/^## \S+/gm)).toEqual(contractFiles.map((file) => `## ${file}`));
  });

  const allowed = '. Allowed: nothing, two files (OLD.yaml NEW.yaml), or --base REVISION.';

  test.each([
    { args: ['old.yaml'], says: `error: there is no file to compare old.yaml with${allowed}` },
    { args: ['old.yaml', 'new.yaml', '--base', 'main'], says: `error: files and --base exclude each other${allowed}` },
  ])('nothing with $args, and says why in one line', ({ args, says }) => {
    expect(copy.run(script, ...args)).toEqual({ status: 1, stdout: '', stderr: `${says}\n` });
  });

  test.each(['nowhere', '--help'])('no revision that git does not have: %s', (revision) => {
    expect(() => sources.readRevision(revision, 'openapi.yaml')).toThrow(
      `git cannot read ${revision}: fatal: Not a valid object name ${revision}`,
    );
  });

  test('no file that is absent or not in the profile', () => {
    expect(() => sources.readFile('absent.yaml')).toThrow(
      /^cannot read absent\.yaml: ENOENT: no such file or directory[^\n]*$/,
    );
    expect(() => sources.readFile(inCopy('other.yaml'))).toThrow(
      /^\S*other\.yaml: \/webhooks: is not in the profile[^\n]*\n\S*other\.yaml has 1 deviation of 1 kind: contract:diff compares contracts of contract\/profile\.yaml only$/,
    );
  });

  test('no file that says the same in many places, which is one line', () => {
    expect(() => sources.readFile(inCopy('tags.yaml'))).toThrow(
      /^(\S*tags\.yaml: \S+: [^\n]+ \(5 times\)\n)\S*tags\.yaml has 5 deviations of 1 kind: [^\n]+$/,
    );
  });

  test.each([
    { name: 'https://example.org/openapi.yaml', says: 'it is a URL; download it, and name the file' },
    { name: 'main:openapi.yaml', says: 'it is no file; --base REVISION compares with a revision of git' },
  ])('no $name', ({ name, says }) => {
    expect(() => sources.readFile(name)).toThrow(new Error(`cannot read ${name}: ${says}`));
  });

  test('no later contract that the code generation rejects', () => {
    expect(copy.run(script, 'old.yaml', 'refused.yaml')).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^refused\.yaml: \/paths\/~1api~1submit-verse\/post\/x-checks: has 403 NotSolvedToday; allowed: [^\n]+\n$/,
      ),
    });
  });
});

describe('npm run contract:diff exits with 1 where a change is severe', () => {
  test.each([
    { CI: 'true', args: ['--fail-on', 'none'] },
    { CI: '', args: [] },
  ])('but not with CI=$CI $args', ({ CI, args }) => {
    const { status, stdout, stderr } = copy.runWith({ CI }, script, '--base', 'texts', ...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('\n\nChanges: ');
  });

  test('unless it is accepted in the version that has it', async () => {
    const place = '/components/schemas/NotSolvedToday/properties/error/enum';
    const entry = { place, release: version, reason: 'Decided.' };
    const file = inCopy('contract/accepted.yaml');
    const written = await readFile(file, 'utf8');
    const accepted = parse(written);
    await writeFile(file, stringify({ ...accepted, 'openapi.yaml': [...accepted['openapi.yaml'], entry] }));
    const { status, stdout } = copy.run(script, '--base', 'texts', '--fail-on', 'breaking');
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('breaking, accepted: Decided.') });
    const released = copy.run(script);
    expect(released.status).toBe(1);
    expect(released.stderr).toContain(`contract/accepted.yaml: ${place} in ${entry.release} is no change`);
    await writeFile(file, stringify({ 'openapi.yml': [entry] }));
    expect(copy.run(script, '--base', 'main').stderr).toMatch(
      /^contract\/accepted\.yaml: openapi\.yml is not a contract; /,
    );
    await writeFile(file, written);
  });

  test('with --base and CI=true, as JSON too', () => {
    const { status, stdout, stderr } = copy.runWith({ CI: 'true' }, script, '--base', 'texts', '--format', 'json');
    expect({ status, stderr }).toEqual({ status: 1, stderr: `\n${severe('breaking', 'texts', '1')}.\n` });
    expect(JSON.parse(stdout)).toEqual([
      {
        contract: 'openapi.yaml',
        before: 'texts',
        after: 'openapi.yaml',
        counts: { breaking: 1, compatible: 0, wording: 1 },
        changes: [
          {
            level: 'breaking',
            place: '/components/schemas/NotSolvedToday/properties/error/enum',
            old: 'Solve it first',
            new: "Solve today's puzzle first",
            says: 'allowed value',
            sides: ['response'],
          },
          expect.objectContaining({ level: 'wording', new: 'A window.' }),
        ],
      },
      ...contractFiles.slice(1).map((file) => ({
        contract: file,
        before: null,
        after: file,
        counts: { breaking: 0, compatible: 0, wording: 0 },
        changes: [],
      })),
    ]);
  });
});
