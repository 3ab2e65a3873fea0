import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { readCells } from '../../../context/cell-config.ts';
import type { Config } from '../../../context/config.ts';
import { createFieldCipher } from '../../../platform/crypto/field-cipher.ts';
import { defaultSchema, endpointOf, inSchema } from '../../../platform/database/connection/endpoint.ts';
import { openOwner } from '../../../platform/database/connection/owner.ts';
import { jobSchemaOf } from '../../../platform/database/install-queue.ts';
import { setCommandActor } from '../../../platform/database/operator.ts';
import { ConfigError } from '../../../platform/errors/config-error.ts';
import type { Session } from '../../command.ts';
import { dataFolder } from '../../session.ts';
import { type MovedSchema, movedSchema } from './moved-tables.ts';
import { CannotMove } from './parcel.ts';

/** A cell by its owner's login. */
export interface OwnedCell {
  readonly id: number;
  readonly client: pg.Client;
  readonly jobs: string;
}

/** Milliseconds that a move waits for a row that somebody uses. */
const lockMs = 3_000;

/**
 * Opens every cell by its owner's login: that of DATABASE_OWNER_URL, and those of the file of CELLS, whose
 * addresses are owners' in the file of CELLS_OWNER. Throws ConfigError if one is missing or does not answer.
 */
export async function withOwnedCells<Result>(
  { environment }: Session,
  command: string,
  work: (cells: readonly OwnedCell[]) => Promise<Result>,
): Promise<Result> {
  const home = await openOwner(environment, dataFolder(environment));
  const cells: OwnedCell[] = [];
  try {
    const open = async (endpoint: pg.PoolConfig, wanted: number | undefined, schema: string) => {
      const client = new pg.Client({
        ...endpoint,
        application_name: 'hiram',
        connectionTimeoutMillis: 10_000,
      });
      client.on('error', () => undefined);
      await client.connect();
      await client.query(`set timezone = 'UTC'; set lock_timeout = ${lockMs}`);
      await setCommandActor(client, command);
      const { rows } = await client.query<{ cell: number; schema: string }>(
        'select cell, current_schema() as schema from installation',
      );
      const [found] = rows;
      if (!found || (wanted !== undefined && found.cell !== wanted))
        throw new ConfigError(`CELLS: the schema ${schema} is cell ${found?.cell}`);
      cells.push({ id: found.cell, client, jobs: jobSchemaOf(found.schema) });
    };
    await open(home.owner, undefined, defaultSchema);
    const file = environment.CELLS_OWNER || environment.CELLS;
    for (const { id, url, schema } of readCells(file)) {
      if (url !== undefined && !environment.CELLS_OWNER)
        throw new ConfigError(
          `CELLS_OWNER is required: a file like that of CELLS, with the owner's address of cell ${id}`,
        );
      await open(inSchema(url === undefined ? home.owner : endpointOf(url), schema), id, schema);
    }
    return await work(cells);
  } finally {
    for (const { client } of cells) await client.end().catch(() => undefined);
    await home.stop();
  }
}

/** Throws CannotMove unless rows of one cell mean the same in the other: the same columns, and digests of the same key. */
export async function comparable(config: Config, one: OwnedCell, other: OwnedCell): Promise<MovedSchema> {
  const [schema, second] = [await movedSchema(one.client), await movedSchema(other.client)];
  if (!isDeepStrictEqual(schema.tables, second.tables))
    throw new CannotMove(
      `cells ${one.id} and ${other.id} are of different releases: run hiram migrate for each`,
    );
  const cipher = createFieldCipher(config.dataKey);
  const keyOf = async ({ id, client }: OwnedCell) => {
    const { rows } = await client.query<{ encrypted: Buffer }>('select encrypted from match_key');
    if (!rows[0]) throw new CannotMove(`no server has served cell ${id} yet`);
    return cipher.decrypt(rows[0].encrypted);
  };
  if ((await keyOf(one)) !== (await keyOf(other)))
    throw new CannotMove(
      `cells ${one.id} and ${other.id} have different keys of digests, so a person of one is unknown in the other`,
    );
  return schema;
}
