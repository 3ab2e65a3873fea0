import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.ts';
import { namedAlerts, queries } from './dashboards.ts';
import { generatedFiles, references } from './files.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test.each(Object.entries(references))('%s is what the sources say: npm run published', (path, text) => {
  const [written, fresh] = [read(path).split('\n'), text.split('\n')];
  const line = fresh.findIndex((text, index) => text !== written[index]);
  expect(written[line]).toBe(fresh[line]);
  expect(written.length).toBe(fresh.length);
});

test('the dashboards show every metric that exists, and name no other one and no other alert [T481]', () => {
  const plain = (name: string) => name.replace(/_(bucket|count|sum)$/, '');
  // `metrics-and-alerts.test.ts` compares this table with a running server.
  const table = read('docs/reference.md').split('| metric | means |')[1]?.split('\n\n')[0] ?? '';
  const known = new Set([...table.matchAll(/\bhiram_[a-z_]+/g)].map(([name]) => name));
  const shown = new Set(queries.flatMap((query) => (query.match(/\bhiram_[a-z_]+/g) ?? []).map(plain)));
  expect([...shown].sort()).toEqual([...known].sort());
  const alerts = [...read('docs/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  for (const name of namedAlerts) expect(alerts).toContain(name);
  for (const name of ['calls', 'money', 'abuse'])
    expect(generatedFiles[`docs/dashboards/hiram-${name}.json`]).toContain('"schemaVersion"');
});
