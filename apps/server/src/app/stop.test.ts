import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { childEnvironment } from '../../test/support/child-environment.ts';
import { failedStart } from '../../test/support/failed-start.ts';
import { startHiram } from '../../test/support/running-server.ts';
import { loadBrand } from '../brands/brand.ts';
import { listProducts, saveProducts } from '../lending/origination/products.ts';
import { inTransaction } from '../platform/database/connect.ts';
import { runningPostmaster } from '../platform/database/postmaster.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

test('Ctrl-C, which both the terminal and npm send, stops the server and its PostgreSQL cleanly', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-stop-'));
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: { ...childEnvironment(), SANDBOX: '1', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' },
  });
  try {
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text: Buffer) => {
        output += text;
        if (output.includes('Hiram is ready')) resolve();
      });
      child.once('exit', () => reject(new Error('the server ended')));
    });
    const databaseFolder = /The database is in (\S+),/.exec(output)?.[1] ?? join(folder, 'postgres');
    expect(runningPostmaster(databaseFolder)).toBeDefined();
    const exited = new Promise((resolve) => child.once('exit', resolve));
    for (let times = 0; times < 3; times += 1) child.kill('SIGINT');
    expect(await exited).toBe(0);
    expect(runningPostmaster(databaseFolder)).toBeUndefined();
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

test('a server that is stopped as soon as it is ready logs no error: its background work ends before the database closes', async () => {
  const lines: string[] = [];
  const log = { write: (line: string) => lines.push(line) };
  for (let times = 0; times < 3; times += 1) {
    const hiram = await startHiram(inject('cluster'), { LOG_LEVEL: 'warn' }, { logTo: log });
    await hiram.stop();
  }
  expect(lines).toEqual([]);
}, 60_000);

test('Ctrl-C during the start stops the server and its PostgreSQL once both run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-stop-'));
  chmodSync(folder, 0o755);
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: { ...childEnvironment(), SANDBOX: '1', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  try {
    const databaseFolder = join(folder, 'postgres');
    while (child.exitCode === null && !runningPostmaster(databaseFolder)) await pause(5);
    child.kill('SIGINT');
    expect(await exited).toBe(0);
    expect(runningPostmaster(databaseFolder)).toBeUndefined();
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

test('a server that cannot listen stops its PostgreSQL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-stop-'));
  chmodSync(folder, 0o755);
  const occupied = createServer().listen(0);
  const address = occupied.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  try {
    const message = await failedStart({
      SANDBOX: '1',
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
    });
    expect(message).toMatch(/^[^\n]*PORT[^\n]*$/);
    expect(runningPostmaster(join(folder, 'postgres'))).toBeUndefined();
  } finally {
    occupied.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

test('a product that is removed from the brand’s file and added again is offered again', async () => {
  const hiram = await startHiram(inject('cluster'));
  try {
    const { db } = hiram.server.appContext;
    const brand = loadBrand(join(root, 'brands'), 'spec');
    const offered = async () => (await listProducts(db, brand)).map(({ row }) => row.code).sort();
    const all = await offered();
    const save = (products: typeof brand.products) =>
      inTransaction(db, (trx) => saveProducts(trx, { ...brand, products }, new Date()));
    await save(brand.products.slice(1));
    expect(await offered()).toEqual(all.filter((code) => code !== brand.products[0]?.code));
    await save(brand.products);
    expect(await offered()).toEqual(all);
  } finally {
    await hiram.stop();
  }
});
