import type { PolicyVersion } from '@hiram/contract/console/policy';
import { type Policy, PolicyError, type PolicyFault } from '@hiram/decision';
import type { Brand } from '../../brands/brand.ts';
import { readPolicy } from '../../brands/validation/credit-policy.ts';
import { type PolicyRow, policyInEffect } from '../../lending/origination/decision/policies.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { NotFound, type Rejection, reject } from '../../platform/errors/rejection.ts';
import type { StaffRequest } from '../access/serve-staff.ts';

/** The one brand of a request. Throws NotFound under all brands: a policy is of one brand. */
export function brandOfRequest({ context, brand }: Pick<StaffRequest, 'context' | 'brand'>): Brand {
  const found = context.appContext.brands.get(brand);
  if (!found) throw new NotFound('a credit policy is of one brand');
  return found;
}

export async function policyRow(
  db: Db,
  brand: string,
  version: number,
): Promise<PolicyRow | Rejection<'noSuchVersion'>> {
  const row = await db
    .selectFrom('decision_policy')
    .selectAll()
    .where('brand', '=', brand)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ?? reject('noSuchVersion', { field: 'version' });
}

/** Faults of a policy that a rejection names, and that are found at once. */
const maxNamed = 5;
const maxFound = 200;

/** The policy of JSON for the brand, or its faults with their places. */
export function faultsFor(
  brand: Brand,
  json: unknown,
): { readonly policy?: Policy; readonly faults: readonly PolicyFault[] } {
  try {
    return { policy: readPolicy(json, brand.id, brand), faults: [] };
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return { faults: error.faults.slice(0, maxFound) };
  }
}

/** Reads a policy for the brand, or rejects it with its first faults and their places. */
export function policyFor(brand: Brand, json: unknown): Policy | Rejection<'badPolicy'> {
  const { policy, faults } = faultsFor(brand, json);
  if (policy) return policy;
  const lines = faults.slice(0, maxNamed).map(({ path, fault }) => `${path}: ${fault}`);
  return reject('badPolicy', { field: 'body', values: { faults: lines.join('; ') } });
}

/** A version for the page. The stored state lags behind its moment by up to a minute, so it is computed. */
export async function shownVersions(
  db: Db,
  brand: string,
  rows: readonly PolicyRow[],
): Promise<readonly PolicyVersion[]> {
  const { version: current } = await policyInEffect(db, brand);
  const ids = rows.flatMap(({ created_by }) => created_by ?? []);
  const authors =
    ids.length === 0
      ? []
      : await db.selectFrom('staff').select(['id', 'name']).where('id', 'in', ids).execute();
  return rows.map((row) => {
    const author = authors.find(({ id }) => id === row.created_by);
    const isPast = row.state === 'active' || row.state === 'granted';
    const state = row.version === current ? 'active' : row.state === 'active' ? 'superseded' : row.state;
    return {
      version: row.version,
      state: isPast ? state : row.state,
      note: row.note,
      sha256: row.sha256.toString('hex'),
      createdAt: row.created_at.toISOString(),
      ...(author ? { createdBy: author.name } : {}),
      ...(row.checked_at ? { checkedAt: row.checked_at.toISOString() } : {}),
      ...(row.effective_at ? { effectiveAt: row.effective_at.toISOString() } : {}),
      isInEffect: row.version === current,
    };
  });
}
