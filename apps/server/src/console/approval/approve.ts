import { randomBytes } from 'node:crypto';
import type { approvalOptions, approveRequest, rejectApproval } from '@hiram/contract/console/approval';
import { approvalChallenge } from '../../platform/crypto/approval-challenge.ts';
import { approvalIs } from '../../platform/database/actor.ts';
import { isRejection } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { assertionOptions } from '../access/sign-in/passkeys.ts';
import { type Actions, performApproved, previewApproval, rejectRequest } from '../actions/approve.ts';
import { actionScope } from '../actions/scope.ts';
import { shownEffect } from '../actions/shown-effect.ts';

const nonceBytes = 32;

/** Shows the effect as it is now, with a challenge that commits to it. */
export function offerApproval(actions: Actions): StaffHandler<typeof approvalOptions> {
  return async (input, staffRequest) => {
    const { context, session } = staffRequest;
    const approvalId = knownId(input.approvalId);
    const found = await previewApproval(
      actions,
      await actionScope(staffRequest),
      approvalId,
      session.staffId,
    );
    if (isRejection(found)) return found;
    const nonce = randomBytes(nonceBytes);
    const challenge = { purpose: 'approve' as const, staffId: session.staffId, approvalId, nonce };
    const bytes = approvalChallenge(approvalId, found.digest, nonce);
    return {
      digest: found.digest.toString('hex'),
      effect: shownEffect(found.effect),
      publicKey: await assertionOptions(context, challenge, bytes),
    };
  };
}

/** Approves and performs. */
export function approve(actions: Actions): StaffHandler<typeof approveRequest> {
  return async (input, staffRequest) => {
    const { context, session } = staffRequest;
    const approvalId = knownId(input.approvalId);
    approvalIs(approvalId);
    const { digest, passkey } = input;
    const isDemo = session.keyId === undefined && !session.isByDirectory;
    const given = { approvalId, staffId: session.staffId, token: session.token, digest, passkey, isDemo };
    const result = await performApproved(context, actions, await actionScope(staffRequest), given);
    return isRejection(result) ? result : {};
  };
}

/** Rejects for good. */
export function rejectWaiting(actions: Actions): StaffHandler<typeof rejectApproval> {
  return async ({ approvalId, reason }, staffRequest) => {
    const { staffId, token } = staffRequest.session;
    const rejected = { approvalId: knownId(approvalId), staffId, token, reason };
    const result = await rejectRequest(actions, await actionScope(staffRequest), rejected);
    return isRejection(result) ? result : {};
  };
}
