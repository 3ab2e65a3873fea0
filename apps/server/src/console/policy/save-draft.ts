import type { checkPolicyDraft, findPolicyFaults, savePolicyDraft } from '@hiram/contract/console/policy';
import { sql } from 'kysely';
import { policyDigest, policyOf } from '../../lending/origination/decision/policies.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { isRejection, reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { brandOfRequest, faultsFor, policyFor, policyRow } from './policy-rows.ts';

/** Versions of a brand are numbered one after the other. */
async function lockVersions(trx: Db, brand: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`policy ${brand}`}, 0))`.execute(trx);
}

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export const saveDraft: StaffHandler<typeof savePolicyDraft> = async ({ version, note, body }, request) => {
  const brand = brandOfRequest(request);
  const policy = policyFor(brand, parsedJson(body));
  if (isRejection(policy)) return policy;
  const values = { body: JSON.stringify(policy), sha256: policyDigest(policy), note };
  return inTransaction(request.db, async (trx) => {
    await lockVersions(trx, brand.id);
    if (version !== undefined) {
      const saved = await trx
        .updateTable('decision_policy')
        .set(values)
        .where('brand', '=', brand.id)
        .where('version', '=', version)
        .where('state', '=', 'draft')
        .executeTakeFirst();
      return saved.numUpdatedRows === 1n ? { version } : reject('noDraft', { field: 'version' });
    }
    const { last } = await trx
      .selectFrom('decision_policy')
      .select((eb) => eb.fn.max('version').as('last'))
      .where('brand', '=', brand.id)
      .executeTakeFirstOrThrow();
    const next = (last ?? 0) + 1;
    await trx
      .insertInto('decision_policy')
      .values({
        id: newId(),
        brand: brand.id,
        version: next,
        state: 'draft',
        created_at: request.now,
        created_by: request.session.staffId,
        ...values,
      })
      .execute();
    return { version: next };
  });
};

export const findFaults: StaffHandler<typeof findPolicyFaults> = async ({ body }, request) => {
  const { faults } = faultsFor(brandOfRequest(request), parsedJson(body));
  return { faults: [...faults] };
};

/** Ends the editing of a draft. Its faults are found again: the brand's products or the law may have changed. */
export const checkDraft: StaffHandler<typeof checkPolicyDraft> = async ({ version }, request) => {
  const brand = brandOfRequest(request);
  return inTransaction(request.db, async (trx) => {
    await lockVersions(trx, brand.id);
    const row = await policyRow(trx, brand.id, version);
    if (isRejection(row) || row.state !== 'draft') return reject('noDraft', { field: 'version' });
    const policy = policyFor(brand, policyOf(row));
    if (isRejection(policy)) return policy;
    await trx
      .updateTable('decision_policy')
      .set({ state: 'checked', checked_at: request.now, checked_by: request.session.staffId })
      .where('id', '=', row.id)
      .execute();
    return { state: 'checked' as const };
  });
};
