import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { Registry } from 'prom-client';
import { expect, inject, test } from 'vitest';
import { serverEndpoint } from '../../test/support/database/throwaway-cluster.ts';
import { freePort } from '../../test/support/processes/free-port.ts';
import { openDatabase, openServerPool } from '../platform/database/connection/connect.ts';
import { type CellDatabases, measureServer } from './server-metrics.ts';

const folder = mkdtempSync(join(tmpdir(), 'hiram-metrics-'));

const noDatabases = { borrowers: undefined, console: undefined, reports: undefined };
const databasesOf = (pools: CellDatabases['pools']) => () => [{ cell: undefined, pools }];
const config = { dataDir: folder, publicUrl: 'http://localhost', console: undefined };

/** A TLS server of this machine whose certificate, which nobody trusts, is valid for two days. */
async function startTls() {
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const options = ['-nodes', '-days', '2', '-subj', '/CN=localhost', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...options], { stdio: 'ignore' });
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) =>
    socket.on('error', () => undefined).end(),
  );
  await new Promise<void>((resolve) => void server.listen(0, resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

test('the time until a public certificate ends is told, also of one that is not trusted [T776]', async () => {
  const tls = await startTls();
  const registry = new Registry();
  try {
    measureServer(registry, { ...config, publicUrl: `https://localhost:${tls.port}` }, () => []);
    const left = async () =>
      /^hiram_certificate_left_seconds\{host="localhost"\} (\S+)$/m.exec(await registry.metrics())?.[1];
    await expect.poll(left).toBeDefined();
    expect(Number(await left())).toBeGreaterThan(86_400);
    expect(Number(await left())).toBeLessThan(2 * 86_400);
  } finally {
    tls.close();
  }
});

test('a standby that does not answer is reported as infinitely behind, no standby not at all [T777]', async () => {
  const behind = async (reports: ReturnType<typeof openDatabase> | undefined) => {
    const registry = new Registry();
    measureServer(registry, config, databasesOf({ ...noDatabases, reports }));
    return /^hiram_reports_behind_seconds (\S+)$/m.exec(await registry.metrics())?.[1];
  };
  expect(await behind(undefined)).toBeUndefined();
  const cluster = inject('cluster');
  const answering = openDatabase(openServerPool(serverEndpoint(cluster, 'postgres'), 1));
  const address = `postgres://a@127.0.0.1:${await freePort()}/a`;
  const silent = openDatabase(openServerPool({ connectionString: address }, 1));
  try {
    expect(await behind(answering)).toBe('0');
    expect(await behind(silent)).toBe('+Inf');
  } finally {
    await answering.destroy();
    await silent.destroy();
  }
});
