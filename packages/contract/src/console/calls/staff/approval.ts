import * as v from 'valibot';
import { empty, idOf, reasonText, shownIdOf, text, whole } from '../../../fields/fields.ts';
import { passkeyAssertion, passkeyRequest } from '../../account/passkey.ts';
import { choices, merged } from '../../of-cells.ts';
import { effect, effectLine } from '../../shapes/effect.ts';
import { brandCall } from '../../staff-call.ts';

/** The states of an approval. `changed`: its effect was another one when it was approved, so nothing happened. */
export const approvalStates = ['waiting', 'done', 'rejected', 'withdrawn', 'expired', 'changed'] as const;
export type ApprovalState = (typeof approvalStates)[number];

export const approval = v.object({
  approvalId: shownIdOf<'approval'>(),
  action: v.string(),
  brand: v.string(),
  state: v.picklist(approvalStates),
  subject: v.string(),
  /** Whose loan it is; the name is empty for whoever may not read it. Absent: it is about no borrower. */
  borrower: v.optional(v.object({ borrowerId: shownIdOf<'borrower'>(), name: v.string() })),
  orderId: v.optional(shownIdOf<'order'>()),
  reference: v.string(),
  reason: v.string(),
  /** Cents; absent for an action without an amount. */
  amount: v.optional(whole),
  requestedBy: v.string(),
  /** Questions and answers about it, and whether the last one is somebody else's. */
  messages: whole,
  isAsked: v.boolean(),
  /** ISO 8601. */
  requestedAt: v.string(),
  expiresAt: v.string(),
  /** True if the caller requested it: then another person must approve it. */
  isOwn: v.boolean(),
  closedBy: v.optional(v.string()),
  /** The reason of the second person's rejection. */
  rejectedBecause: v.optional(v.string()),
  closedAt: v.optional(v.string()),
  effect: v.array(effectLine),
});
export type ShownApproval = v.InferOutput<typeof approval>;

/**
 * Selects the listed approvals. `forMe`: others' that wait and that the caller may approve. `mine`: the
 * caller's own, waiting or closed within a week. `waiting` and `closed`: everybody's.
 */
export const approvalLists = ['forMe', 'mine', 'closed', 'waiting'] as const;

/** Approvals of the brand, the newest first, 50 a page; `forMe` what expires first. `after`: the last id of the page before. */
export const listApprovals = brandCall({
  name: 'listApprovals',
  cells: 'list',
  path: '/approval/list',
  right: 'approval.read',
  input: v.strictObject({
    state: v.picklist(approvalLists),
    after: v.optional(idOf<'approval'>()),
  }),
  output: v.object({ approvals: v.array(approval), isLast: v.boolean() }),
});

/** The number of requests that wait for the caller and of the caller's own, the last decision, and who else decides. */
export const countApprovals = brandCall({
  name: 'countApprovals',
  cells: 'sum',
  path: '/approval/counts',
  right: 'approval.read',
  input: v.strictObject({}),
  output: v.object({
    forMe: whole,
    mine: whole,
    /** The last one on which a second person decided; absent: nobody did. */
    lastClosed: v.optional(
      merged(v.object({ by: v.string(), at: v.string() }), (one, other) => (one.at > other.at ? one : other)),
    ),
    /** Others who may approve one of the caller's own that wait. */
    approvers: choices(v.array(v.string())),
  }),
});

const closedRejections = [
  'alreadyClosed',
  'expired',
  'ownRequest',
  'concernsYou',
  'changed',
  'requesterWithoutRight',
] as const;

/**
 * Computes the effect again and starts the approval: the passkey's challenge is SHA-256(approval id, effect digest, nonce), so
 * that the signature is of exactly this effect.
 */
export const approvalOptions = brandCall({
  name: 'approvalOptions',
  path: '/approval/options',
  right: 'approval.approve',
  input: v.strictObject({ approvalId: idOf<'approval'>() }),
  output: v.object({ digest: v.string(), effect, publicKey: passkeyRequest }),
  rejections: closedRejections,
});

/**
 * Approves an approval and performs its action in one transaction. Without `passkey` only in a sandbox, in a session that was
 * opened by a click.
 */
export const approveRequest = brandCall({
  name: 'approveRequest',
  path: '/approval/approve',
  right: 'approval.approve',
  input: v.strictObject({
    approvalId: idOf<'approval'>(),
    digest: text(64),
    passkey: v.optional(passkeyAssertion),
  }),
  output: empty,
  rejections: [...closedRejections, 'passkeyRefused'],
});

/** Rejects another person's request for good, with the reason that the requester reads. */
export const rejectApproval = brandCall({
  name: 'rejectApproval',
  path: '/approval/reject',
  right: 'approval.approve',
  input: v.strictObject({ approvalId: idOf<'approval'>(), reason: reasonText(500) }),
  output: empty,
  rejections: ['alreadyClosed', 'expired', 'ownRequest', 'concernsYou'],
});

/** Withdraws the caller's own request. */
export const withdrawApproval = brandCall({
  name: 'withdrawApproval',
  path: '/approval/withdraw',
  right: 'approval.read',
  input: v.strictObject({ approvalId: idOf<'approval'>() }),
  output: empty,
  rejections: ['alreadyClosed', 'notOwnRequest'],
});
