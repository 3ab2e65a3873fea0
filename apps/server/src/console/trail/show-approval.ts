import { createHash } from 'node:crypto';
import type { EffectLine } from '@hiram/contract/console/effect';
import { allBrands } from '@hiram/contract/console/rights';
import type { showTrailApproval, verifyGrant } from '@hiram/contract/console/trail';
import type { ApprovalId } from '@hiram/contract/ids';
import { grantChallenge } from '../../platform/crypto/grant-challenge.ts';
import { verifyKeptAssertion } from '../../platform/crypto/kept-assertion.ts';
import type { Db } from '../../platform/database/connect.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

/** The approval with its people. Throws NotFound, also for another brand's. */
async function approvalOf(db: Db, approvalId: ApprovalId, brand: string) {
  const row = await db
    .selectFrom('approval')
    .innerJoin('staff as asker', 'asker.id', 'approval.asked_by')
    .leftJoin('staff as granter', 'granter.id', 'approval.granted_by')
    .selectAll('approval')
    .select(['asker.name as asker_name', 'granter.name as granter_name'])
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
    askedBy: row.asker_name,
    askedAt: row.asked_at.toISOString(),
    isWithinLimit: row.within_limit,
    ...(row.granter_name === null ? {} : { grantedBy: row.granter_name }),
    ...(row.closed_at === null ? {} : { closedAt: row.closed_at.toISOString() }),
    // Stored by `askForAction` from an effect's lines.
    effect: row.effect as EffectLine[],
    digest: row.effect_digest.toString('hex'),
    statement: row.statement ?? '',
    isSigned: row.grant_key !== null,
  };
};

/** Verifies a grant from what is kept alone: statement, digest, nonce, assertion and public key. */
export const verifyKeptGrant: StaffHandler<typeof verifyGrant> = async ({ approvalId }, { db, brand }) => {
  const row = await approvalOf(db, approvalId, brand);
  const { grant_key: keyId, grant_nonce: nonce, granted_by: grantedBy, statement } = row;
  if (keyId === null || nonce === null || grantedBy === null) return { result: 'unsigned', fault: '' };
  const broken = (fault: string) => ({ result: 'broken' as const, fault });
  const key = await db
    .selectFrom('staff_key')
    .innerJoin('staff', 'staff.id', 'staff_key.staff_id')
    .select(['staff_id', 'public_key', 'staff.name', 'staff_key.name as key_name'])
    .where('staff_key.id', '=', keyId)
    .executeTakeFirst();
  if (key?.staff_id !== grantedBy) return broken('The passkey is not of who granted it.');
  const digest = createHash('sha256')
    .update(statement ?? '')
    .digest();
  if (statement === null || !digest.equals(row.effect_digest))
    return broken('The statement does not have the digest that was granted.');
  const challenge = grantChallenge(row.id, digest, nonce).toString('base64url');
  const origin = await verifyKeptAssertion(
    row.grant_assertion,
    { keyId, publicKey: key.public_key },
    challenge,
  );
  if (origin === undefined) return broken('The signature is not of this statement.');
  return { result: 'holds', fault: '', signer: key.name, keyName: key.key_name, keyId, origin };
};
