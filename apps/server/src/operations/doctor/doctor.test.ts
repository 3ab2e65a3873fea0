import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase, dropDatabase } from '../../../test/support/database/throwaway-cluster.ts';
import { lendersBrands } from '../../../test/support/processes/lenders-brands.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { remoteWithoutTls } from '../../context/over-tls.ts';
import type { Finding } from './finding.ts';

const cluster = inject('cluster');
const folder = mkdtempSync(join(tmpdir(), 'hiram-doctor-'));
let hiram: Hiram;
beforeAll(async () => {
  // It takes the first forwarded address for true, as behind a balancer that does not append.
  hiram = await startHiram(cluster, { TRUST_PROXY: '1' });
});
afterAll(() => hiram.stop());

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

test('doctor tries settings, database, clock, key, store and balancer, a line a fault [T482]', async () => {
  const { code, of, findings } = await findingsOf({ DATA_KEY: 'cd'.repeat(32) });
  expect(code).toBe(1);
  for (const what of [
    'settings',
    'brands',
    'laws',
    'web app',
    'database, owner',
    'database, server',
    'clock',
    'pictures',
  ])
    expect(of(what), JSON.stringify(findings)).toMatchObject({ state: 'well' });
  expect(of('laws')?.line).toContain('in: RBI on penal charges 2023 (from 2024-04-01)');
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

test('doctor without any settings says that there are none, and not that they are complete [T766]', async () => {
  const { out } = await runHiram(['doctor'], { DATA_DIR: folder });
  expect(out).toMatch(/^not tried {2}settings: there are none, so a sandbox is examined: load the servers/m);
  expect(out).toMatch(/(Nothing that was tried is wrong|\d wrong)\. \d not tried\.\n$/);
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

test('doctor warns outside the sandbox until a screening list was imported [T1468]', async () => {
  const database = await createDatabase(cluster);
  const nobody = 'https://127.0.0.1:2';
  const lender = settingsOf(cluster, database, {
    SANDBOX: '0',
    BRAND: 'ph',
    BRANDS_DIR: lendersBrands(),
    PUBLIC_URL: nobody,
    PROVIDER_URL: nobody,
    PROVIDER_SECRET: 'x'.repeat(16),
    WEBHOOK_SECRET: 'y'.repeat(16),
    DATA_DIR: folder,
  });
  const lists = async (environment: Record<string, string>) => {
    const { findings }: { findings: Finding[] } = JSON.parse(
      (await runHiram(['doctor', '--json'], environment)).out,
    );
    return findings.find(({ what }) => what === 'screening lists');
  };
  try {
    expect(await lists(settingsOf(cluster, database, { DATA_DIR: folder }))).toMatchObject({
      state: 'not tried',
    });
    expect(await lists(lender)).toMatchObject({
      state: 'warning',
      line: expect.stringMatching(/^none was imported, so nobody is compared with persons/),
    });
    const file = join(folder, 'own.csv');
    writeFileSync(file, 'reference,name\n1,Ana Cruz\n2,Ben Reyes\n');
    expect(await runHiram(['screening', 'import', file, '--list', 'own'], lender)).toMatchObject({ code: 0 });
    expect(await lists(lender)).toMatchObject({
      state: 'well',
      line: expect.stringMatching(/^own with 2 names of \d{4}-\d\d-\d\d$/),
    });
  } finally {
    await dropDatabase(cluster, database);
  }
});

/** A site over TLS with a self-signed certificate of `days` days. It answers as a server of Hiram whose headers are lost. */
async function site(days: number) {
  const [keyFile, certFile] = [join(folder, `key-${days}`), join(folder, `cert-${days}`)];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', String(days)];
  execFileSync('openssl', ['req', '-x509', ...made, ...subject, '-keyout', keyFile, '-out', certFile], {
    stdio: 'ignore',
  });
  const cert = readFileSync(certFile, 'utf8');
  const server = createServer({ key: readFileSync(keyFile), cert }, (_request, response) =>
    response.end('{"version":"1","from":"127.0.0.1"}'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { cert, url: `https://localhost:${port}`, close: () => server.close() };
}

test('doctor tells an untrusted or ending certificate, a failing data folder and an absent scorer [T580]', async () => {
  const [short, long] = [await site(2), await site(40)];
  const trusted = getCACertificates();
  try {
    writeFileSync(join(folder, 'no-folder'), '');
    const away = { SCORER_URL: 'http://127.0.0.1:2', SCORER_SECRET: 'k'.repeat(32) };
    const none = await findingsOf({ ...away, PUBLIC_URL: long.url, DATA_DIR: join(folder, 'no-folder') });
    expect(none.of('certificate of PUBLIC_URL')).toMatchObject({
      state: 'wrong',
      line: expect.stringMatching(/self.signed/),
    });
    expect(none.of('pictures')).toMatchObject({
      state: 'wrong',
      line: expect.stringMatching(/EEXIST|ENOTDIR/),
    });
    expect(none.of('scorer')).toMatchObject({
      state: 'wrong',
      line: expect.stringContaining('ECONNREFUSED'),
    });

    setDefaultCACertificates([...trusted, short.cert, long.cert]);
    const soon = await findingsOf({ ...away, SCORER_URL: long.url, PUBLIC_URL: short.url });
    expect(soon.of('certificate of PUBLIC_URL')).toMatchObject({
      state: 'wrong',
      line: expect.stringMatching(/^it ends in \d days: renew it$/),
    });
    expect(soon.of('scorer')).toMatchObject({ state: 'well', line: `${long.url} answers` });
    const well = await findingsOf({ PUBLIC_URL: long.url });
    expect(well.of('certificate of PUBLIC_URL')).toMatchObject({
      state: 'well',
      line: expect.stringMatching(/^trusted, valid for \d+ more days$/),
    });
    expect(well.of('load balancer')?.line).toMatch(/^Strict-Transport-Security does not arrive/);
  } finally {
    setDefaultCACertificates(trusted);
    short.close();
    long.close();
  }
});

test('brand check accepts a shipped brand, and lists every error of a changed one', async () => {
  const brands = join(import.meta.dirname, '../../../../../brands');
  expect((await runHiram(['brand', 'check', join(brands, 'ph')], {})).code).toBe(0);
  cpSync(brands, join(folder, 'brands'), { recursive: true });
  cpSync(join(brands, 'ph'), join(folder, 'brands/fifth'), { recursive: true });
  const copied = await runHiram(['brand', 'check', join(folder, 'brands/fifth')], {});
  expect(copied.code).toBe(1);
  expect(copied.out).toContain('brands/fifth/mark.svg is that of ph');
  expect(copied.out).toContain('brands/fifth/brand.json: servicePhone is that of ph');
  expect(copied.out).toContain('brands/fifth/legal/about-us.md has the name of ph');
  const other = join(folder, 'brands/spec/brand.json');
  const spec = JSON.parse(readFileSync(other, 'utf8'));
  writeFileSync(other, JSON.stringify({ ...spec, names: { ...spec.names, english: 'Cash+ (PH)' } }));
  appendFileSync(join(folder, 'brands/fifth/legal/about-us.md'), '\nWe are Cash+ (PH).\n');
  expect((await runHiram(['brand', 'check', join(folder, 'brands/fifth')], {})).out).toContain(
    'brands/fifth/legal/about-us.md has the name of spec',
  );
  rmSync(join(folder, 'brands/fifth'), { recursive: true });
  const file = join(folder, 'brands/ph/brand.json');
  const brand = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...brand, timeZone: 'Asia/Nowhere', offerDays: -1 }));
  const { code, out } = await runHiram(['brand', 'check', join(folder, 'brands/ph')], {});
  expect(code).toBe(1);
  expect(out).toContain('brand.json: offerDays ');
  expect(out).toMatch(/\d errors\.\n$/);
  expect((await runHiram(['brand', 'check', join(folder, 'none')], {})).code).toBe(2);
});

test('an address of this machine that leads to another machine without TLS is wrong', () => {
  const found = (url: string, address: string | null, ssl = false) =>
    remoteWithoutTls('DATABASE_URL', url, { address, ssl });
  expect(found('postgres://a@127.0.0.1/hiram', '10.0.0.5')).toContain(
    'DATABASE_URL leads to PostgreSQL at 10.0.0.5',
  );
  expect(found('postgres://a@127.0.0.1/hiram', '10.0.0.5', true)).toBeUndefined();
  expect(found('postgres://a@127.0.0.1/hiram?sslmode=disable', '10.0.0.5')).toBeUndefined();
  for (const own of [null, '127.0.0.1', '::1'])
    expect(found('postgres://a@127.0.0.1/hiram', own)).toBeUndefined();
});
