import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { tryAll } from '../../../test/support/inputs/property-runs.ts';
import { childEnvironment } from '../../../test/support/processes/child-environment.ts';
import { runHiram } from '../../../test/support/processes/run-hiram.ts';
import { startHiram } from '../../../test/support/processes/running-server.ts';
import { loadBrand } from '../../brands/brand.ts';
import { listProducts, saveProducts } from '../../lending/origination/products.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { runningPostmaster } from '../../platform/database/embedded/postmaster.ts';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));

test('Ctrl-C, which both the terminal and npm send, stops the server and its PostgreSQL cleanly @verify', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-stop-'));
  await runHiram(['migrate'], { SANDBOX: '1', DATA_DIR: folder });
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
});

test('a server that is stopped as soon as it is ready logs no error', async () => {
  const lines: string[] = [];
  const log = { write: (line: string) => lines.push(line) };
  for (let times = 0; times < (tryAll ? 3 : 1); times += 1) {
    const hiram = await startHiram(inject('cluster'), { LOG_LEVEL: 'warn' }, { logTo: log });
    await hiram.stop();
  }
  expect(lines).toEqual([]);
});

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
