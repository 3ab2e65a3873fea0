import { createHash } from 'node:crypto';
import type { EffectLine } from '@hiram/contract/console/effect';
import { allBrands } from '@hiram/contract/console/rights';
import type { showTrailApproval, verifyApproval } from '@hiram/contract/console/trail';
import type { ApprovalId } from '@hiram/contract/ids';
import { approvalChallenge } from '../../platform/crypto/approval-challenge.ts';
import { verifyStoredAssertion } from '../../platform/crypto/stored-assertion.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

/** The approval with its people. Throws NotFound, also for another brand's. */
async function approvalOf(db: Db, approvalId: ApprovalId, brand: string) {
  const row = await db
    .selectFrom('approval')
    .innerJoin('staff as requester', 'requester.id', 'approval.requested_by')
    .leftJoin('staff as approver', 'approver.id', 'approval.approved_by')
    .selectAll('approval')
    .select(['requester.name as requester_name', 'approver.name as approver_name'])
    .where('approval.id', '=', knownId(approvalId))
    .$if(brand !== allBrands, (query) => query.where('approval.brand', '=', brand))
    .executeTakeFirst();
  if (!row) throw new NotFound('no approval of the brand');
  return row;
}

export const showApproval: StaffHandler<typeof showTrailApproval> = async ({ approvalId }, { db, brand }) => {
  const row = await approvalOf(db, approvalId, brand);
  return {
    action: row.action,
    brand: row.brand,
    state: row.state,
    ...(row.amount === null ? {} : { amount: row.amount }),
    reference: row.reference,
    reason: row.reason,
    requestedBy: row.requester_name,
    requestedAt: row.requested_at.toISOString(),
    isWithinLimit: row.within_limit,
    ...(row.approver_name === null ? {} : { approvedBy: row.approver_name }),
    ...(row.closed_at === null ? {} : { closedAt: row.closed_at.toISOString() }),
    // Stored by `requestAction` from an effect's lines.
    effect: row.effect as EffectLine[],
    digest: row.effect_digest.toString('hex'),
    statement: row.statement ?? '',
    isSigned: row.signing_key !== null,
  };
};

/** Verifies an approval from what is kept alone: statement, digest, nonce, assertion and public key. */
export const verifyStoredApproval: StaffHandler<typeof verifyApproval> = async (
  { approvalId },
  { db, brand },
) => {
  const row = await approvalOf(db, approvalId, brand);
  const { signing_key: keyId, signing_nonce: nonce, approved_by: approvedBy, statement } = row;
  if (keyId === null || nonce === null || approvedBy === null) return { result: 'unsigned', fault: '' };
  const broken = (fault: string) => ({ result: 'broken' as const, fault });
  const key = await db
    .selectFrom('staff_key')
    .innerJoin('staff', 'staff.id', 'staff_key.staff_id')
    .select(['staff_id', 'public_key', 'staff.name', 'staff_key.name as key_name'])
    .where('staff_key.id', '=', keyId)
    .executeTakeFirst();
  if (key?.staff_id !== approvedBy) return broken('The passkey is not of who approved it.');
  const digest = createHash('sha256')
    .update(statement ?? '')
    .digest();
  if (statement === null || !digest.equals(row.effect_digest))
    return broken('The statement does not have the digest that was approved.');
  const challenge = approvalChallenge(row.id, digest, nonce).toString('base64url');
  const origin = await verifyStoredAssertion(
    row.signing_assertion,
    { keyId, publicKey: key.public_key },
    challenge,
  );
  if (origin === undefined) return broken('The signature is not of this statement.');
  return { result: 'holds', fault: '', signer: key.name, keyName: key.key_name, keyId, origin };
};
