import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runHiram, settingsOf } from '../../../test/support/run-hiram.ts';
import { type Hiram, startHiram } from '../../../test/support/running-server.ts';
import type { Finding } from './finding.ts';

const cluster = inject('cluster');
const folder = mkdtempSync(join(tmpdir(), 'hiram-doctor-'));
let hiram: Hiram;
beforeAll(async () => {
  // It takes the first forwarded address for true, as behind a balancer that does not append.
  hiram = await startHiram(cluster, { TRUST_PROXY: '1' });
});
afterAll(async () => {
  await hiram.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function findingsOf(more: Record<string, string>) {
  const environment = settingsOf(cluster, hiram.database, {
    DATA_DIR: folder,
    PUBLIC_URL: hiram.origin,
    ...more,
  });
  const { code, out } = await runHiram(['doctor', '--json'], environment);
  const { findings }: { findings: Finding[] } = JSON.parse(out);
  return { code, of: (what: string) => findings.find((finding) => finding.what === what), findings };
}

test('doctor tries settings, database, clock, key, store and balancer, and says what is wrong in a line each [T482]', async () => {
  const { code, of, findings } = await findingsOf({ DATA_KEY: 'cd'.repeat(32) });
  expect(code).toBe(1);
  for (const what of [
    'settings',
    'brands',
    'web app',
    'database, owner',
    'database, server',
    'clock',
    'pictures',
  ])
    expect(of(what), JSON.stringify(findings)).toMatchObject({ state: 'well' });
  expect(of('data key')).toMatchObject({
    state: 'wrong',
    line: expect.stringContaining('append the key that encrypted it'),
  });
  expect(of('load balancer')).toMatchObject({
    state: 'wrong',
    line: expect.stringContaining("a caller's own X-Forwarded-For"),
  });
  expect(of('certificate of PUBLIC_URL')?.state).toBe('not tried');
  for (const { line } of findings) expect(line).not.toContain('\n');
});

test('doctor stops at wrong settings, and finds a provider that does not answer', async () => {
  const wrong = await findingsOf({ PORT: 'none' });
  expect(wrong.code).toBe(1);
  expect(wrong.findings).toEqual([{ what: 'settings', state: 'wrong', line: 'PORT must be a port number' }]);
  const nobody = 'http://127.0.0.1:2';
  const secrets = { PROVIDER_SECRET: 'x'.repeat(16), WEBHOOK_SECRET: 'y'.repeat(16) };
  const { of } = await findingsOf({ PROVIDER_URL: nobody, ...secrets });
  expect(of('data key')?.state).toBe('well');
  expect(of('provider gateway')?.state).toBe('wrong');
  expect(of('text messages')?.line).toContain('ECONNREFUSED');
});

test('brand check accepts a shipped brand, and lists every error of a changed one', async () => {
  const brands = join(import.meta.dirname, '../../../../../brands');
  expect((await runHiram(['brand', 'check', join(brands, 'ph')], {})).code).toBe(0);
  cpSync(brands, join(folder, 'brands'), { recursive: true });
  const file = join(folder, 'brands/ph/brand.json');
  const brand = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...brand, timeZone: 'Asia/Nowhere', offerDays: -1 }));
  const { code, out } = await runHiram(['brand', 'check', join(folder, 'brands/ph')], {});
  expect(code).toBe(1);
  expect(out).toContain('brand.json: offerDays ');
  expect(out).toMatch(/\d errors\.\n$/);
  expect((await runHiram(['brand', 'check', join(folder, 'none')], {})).code).toBe(2);
});
