import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { directoryTables } from '../../platform/cells/directory.ts';
import { maxCell } from '../../platform/cells/marks.ts';
import { endpointOf, isSchemaName } from '../../platform/database/connection/endpoint.ts';
import { ownerUrl } from '../../platform/database/connection/owner.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';
import { UsageError } from '../command.ts';

function cellNumber(text: string): number {
  const cell = Number(text);
  if (!/^\d{1,3}$/.test(text) || cell < 1 || cell > maxCell)
    throw new UsageError(`${text} is not the number of a cell: 1 to ${maxCell}`);
  return cell;
}

export function anyCellNumber(text: string): number {
  return text === '0' ? 0 : cellNumber(text);
}

export function schemaName(text: string): string {
  if (!isSchemaName(text)) throw new UsageError(`${text} is no name of a schema`);
  return text;
}

export interface ListedCell {
  readonly cell: number;
  readonly state: 'open' | 'full';
  readonly numbers: number;
  /** Numbers reserved without an account. */
  readonly reserved: number;
}

/** Opens the directory by DIRECTORY_OWNER_URL, or in the database of `home`. */
export async function withDirectoryOwner<Result>(
  environment: NodeJS.ProcessEnv,
  home: pg.PoolConfig | undefined,
  work: (directory: ReturnType<typeof directoryOf>) => Promise<Result>,
): Promise<Result> {
  const url = environment.DIRECTORY_OWNER_URL || ownerUrl(environment);
  const endpoint = environment.DIRECTORY_OWNER_URL || !home ? url && endpointOf(url) : home;
  if (!endpoint) throw new ConfigError('DIRECTORY_OWNER_URL or DATABASE_OWNER_URL is required');
  const client = new pg.Client(endpoint);
  await client.connect();
  try {
    return await work(directoryOf(client));
  } finally {
    await client.end();
  }
}

/** The directory by its owner's login. */
function directoryOf(client: pg.Client) {
  const enter = async (cell: number, state: ListedCell['state']) => {
    await client.query('insert into directory.cell (id, state) values ($1, $2) on conflict do nothing', [
      cell,
      state,
    ]);
  };
  return {
    /** Makes its tables, with cell 0, which takes new borrowers. */
    async prepare(): Promise<void> {
      await client.query(directoryTables);
      await enter(0, 'open');
    },
    /** The secret by which the cells' databases know reference data of cell 0. The first time it is made. */
    async referenceKey(): Promise<Buffer> {
      const { rows } = await client.query<{ secret: Buffer }>(
        `insert into directory.reference_key (secret) values ($1)
          on conflict (singleton) do update set singleton = true returning secret`,
        [randomBytes(32)],
      );
      return rows[0]?.secret ?? Buffer.alloc(0);
    },
    /** Enters a cell, which takes none yet. */
    add: (cell: number): Promise<void> => enter(cell, 'full'),
    /** Throws ConfigError for a cell that it does not have. */
    async setState(cell: number, state: ListedCell['state']): Promise<void> {
      const values = [cell, state];
      const { rowCount } = await client.query('update directory.cell set state = $2 where id = $1', values);
      if (rowCount === 0) throw new ConfigError(`the directory has no cell ${cell}: hiram cells add`);
    },
    async list(): Promise<readonly ListedCell[]> {
      const { rows } = await client.query<ListedCell>(
        `select id as cell, state, count(confirmed_at)::int as numbers,
          (count(digest) - count(confirmed_at))::int as reserved
        from directory.cell left join directory.entry on entry.cell = id group by id, state order by id`,
      );
      return rows;
    },
  };
}
