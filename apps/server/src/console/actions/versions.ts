import { type Selectable, sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { NotFound, type Rejection, reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import { staffNames } from '../access/sign-in/staff-store.ts';
import type { StaffRequest } from '../access/staff-request.ts';
import type { ActionScope } from './action.ts';

/** The tables of a brand's numbered versions: each changes as a draft alone, and two persons let it take effect. */
type VersionedTable = 'decision_policy' | 'strategy';
type Version<Table extends VersionedTable> = Selectable<Database[Table]>;

/** Versions that are listed. */
const maxVersions = 100;
/** Faults that a rejection names. */
const maxNamed = 5;

/** The one brand of a request or action. Throws NotFound under all brands: a version is of one brand. */
export function versionsBrand({ brand, appContext }: Pick<ActionScope, 'brand' | 'appContext'>): Brand {
  const found = appContext.brands.get(brand);
  if (!found) throw new NotFound('a version is of one brand');
  return found;
}

/** As `versionsBrand`, of a call. */
export const brandOfRequest = ({ brand, context }: Pick<StaffRequest, 'brand' | 'context'>): Brand =>
  versionsBrand({ brand, appContext: context.appContext });

/** Lets others who change versions of a brand wait until the transaction ends. */
export const lockVersions = (trx: Db, table: VersionedTable, brand: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${brand}`}, 0))`.execute(trx);

/** The versions of a brand, the newest first. */
export async function listVersions<Table extends VersionedTable>(
  db: Db,
  table: Table,
  brand: string,
): Promise<readonly Version<Table>[]> {
  const { rows } = await sql<Version<Table>>`select * from ${sql.table(table)} where brand = ${brand}
    order by version desc limit ${maxVersions}`.execute(db);
  return rows;
}

/** A version of a brand by its number. */
export async function findVersion<Table extends VersionedTable>(
  db: Db,
  table: Table,
  brand: string,
  version: number,
): Promise<Version<Table> | Rejection<'noSuchVersion'>> {
  const { rows } = await sql<Version<Table>>`select * from ${sql.table(table)}
    where brand = ${brand} and version = ${version}`.execute(db);
  return rows[0] ?? reject('noSuchVersion', { field: 'version' });
}

/** Versions for a page, with what `more` says of each. */
export async function shownVersions<Row extends Version<VersionedTable>, More>(
  db: Db,
  rows: readonly Row[],
  more: (row: Row) => More,
) {
  const names = await staffNames(
    db,
    rows.flatMap(({ created_by }) => created_by ?? []),
  );
  return rows.map((row) => {
    const { version, note, created_at, created_by, effective_at } = row;
    const createdBy = names.get(created_by);
    return {
      version,
      note,
      createdAt: created_at.toISOString(),
      ...(createdBy === undefined ? {} : { createdBy }),
      ...(effective_at ? { effectiveAt: effective_at.toISOString() } : {}),
      ...more(row),
    };
  });
}

/** What a text of JSON says; undefined if it is none. */
export function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The faults that a rejection names. */
export const namedFaults = (faults: readonly string[]) => ({ faults: faults.slice(0, maxNamed).join('; ') });

/** Saves columns as a draft: a new version, or the draft `version` with other contents. */
export async function saveDraft(
  { db, now, session }: StaffRequest,
  table: VersionedTable,
  { brand, version }: { readonly brand: string; readonly version: number | undefined },
  contents: Readonly<Record<string, string | Buffer>>,
): Promise<{ readonly version: number } | Rejection<'noDraft'>> {
  const columns = Object.keys(contents).map((column) => sql.ref(column));
  const values = Object.values(contents);
  return inTransaction(db, async (trx) => {
    await lockVersions(trx, table, brand);
    const saving =
      version === undefined
        ? sql<{ version: number }>`insert into ${sql.table(table)}
            (id, brand, version, state, created_at, created_by, ${sql.join(columns)})
            values (${newId()}, ${brand}, (select coalesce(max(version), 0) + 1 from ${sql.table(table)} where brand = ${brand}),
              'draft', ${now}, ${session.staffId}, ${sql.join(values)}) returning version`
        : sql<{
            version: number;
          }>`update ${sql.table(table)} set (${sql.join(columns)}) = row(${sql.join(values)})
            where brand = ${brand} and version = ${version} and state = 'draft' returning version`;
    const { rows } = await saving.execute(trx);
    return rows[0] ?? reject('noDraft', { field: 'version' });
  });
}
