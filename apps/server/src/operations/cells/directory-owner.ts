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

interface ListedCell {
  readonly cell: number;
  readonly state: 'open' | 'full';
  readonly numbers: number;
  /** Numbers reserved without an account. */
  readonly reserved: number;
}

/** The directory by its owner's login. */
export interface DirectoryOwner {
  /** Makes its tables, with cell 0, which takes new borrowers. */
  prepare(): Promise<void>;
  /** The secret by which the cells' databases know reference data of cell 0. The first time it is made. */
  referenceKey(): Promise<Buffer>;
  /** Enters a cell, which takes none yet. */
  add(cell: number): Promise<void>;
  /** Throws ConfigError for a cell that it does not have. */
  setState(cell: number, state: ListedCell['state']): Promise<void>;
  list(): Promise<readonly ListedCell[]>;
}

/** Opens the directory by DIRECTORY_OWNER_URL, or in the database of `home`. */
export async function withDirectoryOwner<Result>(
  environment: NodeJS.ProcessEnv,
  home: pg.PoolConfig | undefined,
  work: (directory: DirectoryOwner) => Promise<Result>,
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

function directoryOf(client: pg.Client): DirectoryOwner {
  const enter = async (cell: number, state: ListedCell['state']) => {
    await client.query('insert into directory.cell (id, state) values ($1, $2) on conflict do nothing', [
      cell,
      state,
    ]);
  };
  return {
    async prepare() {
      await client.query(directoryTables);
      await enter(0, 'open');
    },
    async referenceKey() {
      await client.query('insert into directory.reference_key (secret) values ($1) on conflict do nothing', [
        randomBytes(32),
      ]);
      const { rows } = await client.query<{ secret: Buffer }>('select secret from directory.reference_key');
      const [key] = rows;
      if (!key) throw new Error('the directory keeps its key');
      return key.secret;
    },
    add: (cell) => enter(cell, 'full'),
    async setState(cell, state) {
      const { rowCount } = await client.query('update directory.cell set state = $2 where id = $1', [
        cell,
        state,
      ]);
      if (rowCount === 0) throw new ConfigError(`the directory has no cell ${cell}: hiram cells add`);
    },
    async list() {
      const { rows } = await client.query<ListedCell>(
        `select id as cell, state, count(confirmed_at)::int as numbers,
          (count(digest) - count(confirmed_at))::int as reserved
        from directory.cell left join directory.entry on entry.cell = id group by id, state order by id`,
      );
      return rows;
    },
  };
}
