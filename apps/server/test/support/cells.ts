import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addCell } from '../../src/app/migrate-installation.ts';
import { webFolder } from '../../src/context/config.ts';
import { directoryTables } from '../../src/platform/cells/directory.ts';
import { type Hiram, startHiram } from './running-server.ts';
import { asOwner, type Cluster, createDatabase, dropDatabase, ownerEndpoint } from './throwaway-cluster.ts';

const webDir = webFolder(undefined, fileURLToPath(new URL('../../../..', import.meta.url)));

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

/** A server of cell 0 and of further cells, as schemas of one database. `unprepared`: cells whose schema is missing. */
export async function startCells(
  cluster: Cluster,
  ids: readonly number[],
  { unprepared = [] }: { readonly unprepared?: readonly number[] } = {},
): Promise<Hiram> {
  const database = await createDatabase(cluster);
  for (const cell of ids)
    await addCell(ownerEndpoint(cluster, database), { schema: `cell_${cell}`, cell, sandbox: true, webDir });
  await addDirectory(cluster, database, [0, ...ids]);
  const file = join(mkdtempSync(join(tmpdir(), 'hiram-cells-')), 'cells.json');
  writeFileSync(file, JSON.stringify([...ids, ...unprepared].map((id) => ({ id, schema: `cell_${id}` }))));
  const environment = { CELLS: file, DIRECTORY_URL: serverUrl(cluster, database) };
  const hiram = await startHiram(cluster, environment, { database });
  return {
    ...hiram,
    async stop() {
      await hiram.stop();
      await dropDatabase(cluster, database);
    },
  };
}
