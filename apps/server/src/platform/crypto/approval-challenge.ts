import { createHash } from 'node:crypto';
import type { ApprovalId } from '@hiram/contract/ids';

/**
 * The challenge that a passkey signs for an approval: SHA-256 of the approval's id (36 letters), the effect's digest (32 bytes)
 * and a nonce (32 bytes). Whoever has these, the assertion and the public key can verify later what was approved.
 */
export function approvalChallenge(approvalId: ApprovalId, digest: Buffer, nonce: Buffer): Buffer {
  return createHash('sha256').update(approvalId).update(digest).update(nonce).digest();
}
