import type { StrategyVersion } from '@hiram/contract/console/strategy';
import { type Selectable, sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { NotFound, type Rejection, reject } from '../../platform/errors/rejection.ts';
import type { StaffRequest } from '../access/serve-staff.ts';

type StrategyRow = Selectable<Database['strategy']>;

/** The one brand of a request. Throws NotFound under all brands: a strategy is of one brand. */
export function brandOfRequest({ context, brand }: Pick<StaffRequest, 'context' | 'brand'>): Brand {
  const found = context.appContext.brands.get(brand);
  if (!found) throw new NotFound('a strategy is of one brand');
  return found;
}

/** Keeps others who change versions of a brand's strategy waiting until the transaction ends. */
export const lockStrategy = (trx: Db, brand: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`strategy ${brand}`}, 0))`.execute(trx);

export async function strategyRow(
  db: Db,
  brand: string,
  version: number,
): Promise<StrategyRow | Rejection<'noSuchVersion'>> {
  const row = await db
    .selectFrom('strategy')
    .selectAll()
    .where('brand', '=', brand)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ?? reject('noSuchVersion', { field: 'version' });
}

/** Versions for the page, with the names of their authors. */
export async function shownVersions(db: Db, rows: readonly StrategyRow[]): Promise<StrategyVersion[]> {
  const ids = rows.flatMap(({ created_by }) => created_by ?? []);
  const authors =
    ids.length === 0
      ? []
      : await db.selectFrom('staff').select(['id', 'name']).where('id', 'in', ids).execute();
  return rows.map(({ version, state, note, created_at, created_by, effective_at }) => {
    const author = authors.find(({ id }) => id === created_by);
    return {
      version,
      state,
      note,
      createdAt: created_at.toISOString(),
      ...(author ? { createdBy: author.name } : {}),
      ...(effective_at ? { effectiveAt: effective_at.toISOString() } : {}),
    };
  });
}
