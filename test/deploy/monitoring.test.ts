import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { root } from '../../src/root.ts';
import { TestService } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';

/** A rule of `deploy/prometheus-rules.yaml`. */
interface Rule {
  readonly alert: string;
  readonly expr: string;
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const groups: { rules: Rule[] }[] = parse(read('deploy/prometheus-rules.yaml')).groups;
const rules = groups.flatMap((group) => group.rules);
const panels: { title: string; targets: { expr: string }[] }[] = JSON.parse(
  read('deploy/grafana-dashboard.json'),
).panels;
const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** What a query selects: the names of measurements, each with its labels. */
function selectors(query: string): { name: string; labels: string }[] {
  const selector = /\b([a-z]\w*)\{([^}]*)\}/g;
  return [...query.matchAll(selector)].map(([, name = '', labels = '']) => ({ name, labels }));
}

describe('the rules and the dashboard', () => {
  test.each(queries)('%s selects by the job everything that it reads', (_title, query) => {
    const read = selectors(query);
    expect(read.length).toBeGreaterThan(0);
    for (const { labels } of read) expect(labels).toContain('job="verse-submissions"');
    // What remains are functions, operators and the labels of `by`.
    const rest = query
      .replaceAll(/\b[a-z]\w*\{[^}]*\}/g, '')
      .replaceAll(/\[[^\]]*\]/g, '')
      .replaceAll(/\bby \([a-z, ]+\)/g, '');
    const words = [...rest.matchAll(/\b[a-z_]\w*\b(?!\s*\()/g)].map(([word]) => word);
    expect(words.filter((word) => !['and', 'or', 'sum', 'count', 'min', 'max'].includes(word))).toEqual([]);
  });

  test('read only measurements that the service has, by labels and values that they have', async () => {
    await using service = await TestService.start({ desk: true });
    await insertSubmission(service.database, { date: '2030-01-01' }); // so that a verse is unread
    const { text } = await service.probe('/metrics');
    const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]));
    const samples = text.split('\n').filter((line) => !line.startsWith('#'));

    for (const { name, labels } of queries.flatMap(([, query]) => selectors(query))) {
      if (name === 'up') continue; // Prometheus's own
      const measurement = types.get(name) ?? types.get(name.replace(/_(bucket|sum|count)$/, ''));
      expect([name, measurement]).toEqual([name, expect.any(String)]);
      for (const [, label, operator, value] of labels.matchAll(/(\w+)(=~?)"([^"]*)"/g)) {
        if (label === 'job') continue;
        const wanted = operator === '=' ? `${label}="${value}"` : `${label}="`;
        const found = samples.filter((sample) => sample.startsWith(`${name}{`) && sample.includes(wanted));
        expect([name, wanted, found.length > 0]).toEqual([name, wanted, true]);
      }
    }
  });
});

test('each alert has a row in the run-book, and a test', () => {
  const rows = String(read('docs/run-book.md').match(/^\|.*$/gm));
  const tests = read('test/image/prometheus-rules.test.yaml');
  for (const { alert } of rules) {
    expect(rows).toContain(`\`${alert}\``);
    expect(tests).toContain(`alertname: ${alert}`);
  }
});
