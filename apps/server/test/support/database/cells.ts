import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addCell, shareReferenceKey } from '../../../src/app/migrate-installation.ts';
import { webFolder } from '../../../src/context/config.ts';
import { type OwnedCell, withOwnedCells } from '../../../src/operations/cells/move/owned-cells.ts';
import { directoryTables } from '../../../src/platform/cells/directory.ts';
import { signature } from '../../../src/providers/gateway/webhooks.ts';
import { settingsOf } from '../processes/run-hiram.ts';
import { type Hiram, startHiram } from '../processes/running-server.ts';
import { asOwner, type Cluster, createDatabase, dropDatabase, ownerEndpoint } from './throwaway-cluster.ts';

const webDir = webFolder(undefined, fileURLToPath(new URL('../../../../..', import.meta.url)));

/** The tables of a directory in a database, with its cells. */
export async function addDirectory(
  cluster: Cluster,
  database: string,
  cells: readonly number[],
): Promise<void> {
  await asOwner(cluster, database, async (client) => {
    await client.query(directoryTables);
    for (const id of cells) await client.query('insert into directory.cell (id) values ($1)', [id]);
  });
}

/** The address of a database by the servers' login. */
export const serverUrl = ({ socketDir }: Cluster, database: string): string =>
  `postgresql://hiram_app@localhost/${database}?host=${encodeURIComponent(socketDir)}`;

/** A server of several cells, and the settings of an operator beside it. */
export interface CellsServer extends Hiram {
  readonly settings: Readonly<Record<string, string>>;
}

/** A server of cell 0 and of further cells, as schemas of one database. `unprepared`: cells whose schema is missing. */
export async function startCells(
  cluster: Cluster,
  ids: readonly number[],
  {
    unprepared = [],
    env = {},
  }: { readonly unprepared?: readonly number[]; readonly env?: Record<string, string> } = {},
): Promise<CellsServer> {
  const database = await createDatabase(cluster);
  for (const cell of ids)
    await addCell(ownerEndpoint(cluster, database), { schema: `cell_${cell}`, cell, sandbox: true, webDir });
  for (const cell of ids)
    await shareReferenceKey(ownerEndpoint(cluster, database), `cell_${cell}`, Buffer.alloc(32, 7));
  await addDirectory(cluster, database, [0, ...ids]);
  const file = join(mkdtempSync(join(tmpdir(), 'hiram-cells-')), 'cells.json');
  writeFileSync(file, JSON.stringify([...ids, ...unprepared].map((id) => ({ id, schema: `cell_${id}` }))));
  const environment = { ...env, CELLS: file, DIRECTORY_URL: serverUrl(cluster, database) };
  const hiram = await startHiram(cluster, environment, { database });
  return {
    ...hiram,
    settings: settingsOf(cluster, database, { ...environment, BRAND: 'spec' }),
    async stop() {
      await hiram.stop();
      await dropDatabase(cluster, database);
    },
  };
}

/** Runs work with every cell of a server by its owner's login, as an operator's command does. */
export const withCellsOf = <Result>(
  { settings }: CellsServer,
  work: (cells: readonly OwnedCell[]) => Promise<Result>,
): Promise<Result> =>
  withOwnedCells(
    {
      environment: settings,
      folder: '.',
      isDryRun: false,
      progress: () => undefined,
      withApp: () => Promise.reject(new Error('no app')),
      withOwner: () => Promise.reject(new Error('no owner')),
    },
    'a test',
    work,
  );

/** A provider's message that a code was paid: each call sends it again and returns the status of the answer. */
export function paymentMessage(
  { origin, server }: Hiram,
  code: { readonly id: string; readonly amount: number; readonly day: string },
): () => Promise<{ readonly status: number }> {
  const body = JSON.stringify({
    kind: 'payment',
    id: `m-${randomUUID()}`,
    reference: code.id,
    paymentId: `p-${randomUUID()}`,
    amount: code.amount,
    paidOn: code.day,
  });
  const secret = server.appContext.cipher.sign('webhook');
  return () => {
    const sign = signature(secret, Math.floor(Date.now() / 1000), body);
    const headers = { 'content-type': 'application/json', 'x-sandbox-signature': sign };
    return fetch(`${origin}/api/webhook/sandbox`, { method: 'POST', headers, body });
  };
}
