import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { root } from '../src/root.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const filesOf = (...patterns: string[]) => globSync(patterns, { cwd: root });
const documents = filesOf('*.md', '{docs,client,bench}/*.md', 'deploy/**/*.md');

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(file: string): string[] {
  const headings = read(file).matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(documents)('the links of %s lead to files and headings', (file) => {
  const links = [...read(file).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)];
  const broken = links.filter(([, path = '', anchor]) => {
    const target = path === '' ? file : join(dirname(file), path);
    return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test('the README lists the checks of a submission in their order, with their responses', () => {
  const { paths, components } = parse(read('openapi.yaml'));
  const textOf = (status: number, { $ref }: { $ref: string }) => {
    const { error } = components.schemas[$ref.split('/').at(-1) ?? ''].properties;
    return error.enum === undefined ? `${status}, what is allowed` : `${status} ${error.enum}`;
  };
  interface Check {
    readonly status: number;
    readonly error: { $ref: string };
    readonly otherwise?: readonly Omit<Check, 'otherwise'>[];
  }
  const checks: Check[] = paths['/api/submit-verse'].post['x-checks'];
  const responses = checks.map(({ otherwise = [], ...check }) =>
    [check, ...otherwise].map(({ status, error }) => textOf(status, error)).join('; '),
  );
  const rows = [...read('README.md').matchAll(/^\| (\d)\. .+ \| (.+) \|$/gm)];
  expect(rows.map(([, number, text]) => [number, text])).toEqual(responses.map((text, i) => [`${i + 1}`, text]));
});

test('the run-book quotes lines, measurements and alerts that exist', () => {
  const [, table = ''] = read('docs/run-book.md').split(/^\| symptom .*\n.*\n/m);
  const [rows = ''] = table.split('\n\n');
  const quoted = [...rows.matchAll(/`([^`]+)`/g)]
    .flatMap(([, text = '']) => text.split('…'))
    .filter((part) => part.trim());
  expect(quoted.length).toBeGreaterThan(10);
  const sources = [...filesOf('src/**/*.ts'), 'contract/openapi.admin.yaml', 'deploy/prometheus-rules.yaml'];
  const source = sources.map(read).join('\n');
  expect(quoted.filter((text) => !source.includes(text.trim()))).toEqual([]);
});
