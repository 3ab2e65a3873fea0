import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { dataKey } from '../../context/config.ts';
import { encryptedColumns } from '../../platform/crypto/encrypted-columns.ts';
import { createFieldCipher, keyIdOf } from '../../platform/crypto/field-cipher.ts';

/** The ids of the data keys that decrypt what is in the database, sorted. */
export async function neededKeys(client: pg.ClientBase): Promise<readonly string[]> {
  const parts = encryptedColumns.map(
    ({ table, column }) => `select substring(${column} from 1 for 5) as mark from ${table}`,
  );
  const { rows } = await client.query<{ mark: Buffer }>(
    `select distinct mark from (${parts.join(' union all ')}) as every where mark is not null`,
  );
  return rows.flatMap(({ mark }) => keyIdOf(mark) ?? []).sort();
}

/** The audit trail's words for a backup. `keysIn` reads them. */
export const backupDetail = (keys: readonly string[], isEncrypted: boolean): string =>
  `${isEncrypted ? 'encrypted' : 'not encrypted'}, data keys ${keys.join(' ')}`;

/** The data keys that a backup needs, from its entry in the audit trail. */
function keysIn(detail: string): readonly string[] {
  return /data keys ([0-9a-f ]*)$/.exec(detail)?.[1]?.split(' ').filter(Boolean) ?? [];
}

/** A data key that a backup of this database needs. */
export interface BackupKey {
  readonly id: string;
  /** The day of the last backup that needs it, in UTC. */
  readonly last: string;
}

/** The data keys that backups needed within `days`, by the audit trail; without `days` ever. */
export async function keysOfBackups(
  client: Pick<pg.ClientBase, 'query'>,
  days?: number,
): Promise<readonly BackupKey[]> {
  const { rows } = await client.query<{ day: string; detail: string }>(
    `select to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD') as day, detail from audit_entry
     where subject = 'installation' and action = 'backup'
       and ($1::int is null or at > now() - make_interval(days => $1::int))
     group by detail order by max(at)`,
    [days ?? null],
  );
  const last = new Map(rows.flatMap(({ day, detail }) => keysIn(detail).map((id) => [id, day] as const)));
  return [...last].map(([id, day]) => ({ id, last: day }));
}

/** The ids of the data keys of these settings; undefined if they have none. */
export function configuredKeys(
  environment: Readonly<Record<string, string | undefined>>,
  dataDir: string,
): readonly string[] | undefined {
  const isSet = environment.DATA_KEY || environment.DATA_KEY_FILE;
  // A sandbox makes its key at its first start.
  if (!isSet && !existsSync(join(dataDir, 'sandbox.key'))) return undefined;
  return createFieldCipher(dataKey(environment, !isSet, dataDir)).keyIds;
}

/** A line about the keys that a backup needs, and whether one is missing. */
export function keysLine(
  needed: readonly string[],
  configured: readonly string[] | undefined,
): { readonly line: string; readonly missing: readonly string[] } {
  const keys = `${needed.length === 1 ? 'the data key' : 'the data keys'} ${needed.join(', ')}`;
  if (configured === undefined)
    return { line: `It needs ${keys}. DATA_KEY is not set here, so it was not compared.`, missing: [] };
  const missing = needed.filter((id) => !configured.includes(id));
  return missing.length === 0
    ? { line: `It needs ${keys}, which DATA_KEY has.`, missing }
    : {
        line: `It needs ${keys}. DATA_KEY does not have ${missing.join(', ')}: append the key as it was when the backup was made, or what it encrypted cannot be read.`,
        missing,
      };
}
