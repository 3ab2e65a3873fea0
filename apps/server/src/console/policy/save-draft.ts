import type { checkPolicyDraft, findPolicyFaults, savePolicyDraft } from '@hiram/contract/console/policy';
import { policyDigest, policyOf } from '../../lending/origination/decision/policies.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { isRejection, reject } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { brandOfRequest, findVersion, lockVersions, parsedJson, saveDraft } from '../actions/versions.ts';
import { faultsFor, policyFor } from './policy-rows.ts';

export const savePolicy: StaffHandler<typeof savePolicyDraft> = async ({ version, note, body }, request) => {
  const brand = brandOfRequest(request);
  const policy = policyFor(brand, parsedJson(body));
  if (isRejection(policy)) return policy;
  const contents = { body: JSON.stringify(policy), sha256: policyDigest(policy), note };
  return saveDraft(request, 'decision_policy', { brand: brand.id, version }, contents);
};

export const findFaults: StaffHandler<typeof findPolicyFaults> = async ({ body }, request) => {
  const { faults } = faultsFor(brandOfRequest(request), parsedJson(body));
  return { faults: [...faults] };
};

/** Ends the editing of a draft. Its faults are found again: the brand's products or the law may have changed. */
export const checkDraft: StaffHandler<typeof checkPolicyDraft> = async ({ version }, request) => {
  const brand = brandOfRequest(request);
  return inTransaction(request.db, async (trx) => {
    await lockVersions(trx, 'decision_policy', brand.id);
    const row = await findVersion(trx, 'decision_policy', brand.id, version);
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
