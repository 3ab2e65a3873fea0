import * as v from 'valibot';
import { empty, filled, idOf, shownIdOf, whole } from '../../../fields/fields.ts';
import { taskKinds } from '../../../shapes/task-kind.ts';
import { effect, effectLine } from '../../shapes/effect.ts';
import { brandCall } from '../../staff-call.ts';
import { approval } from './approval.ts';

/** Letters of a question about a request at most. */
export const maxQuestion = 1_000;

/** The evidence of a request. `statementLine`: a line of the bank's statement, which has no picture. */
export const evidenceKinds = ['complaint', 'complaintPicture', 'receipt', 'statementLine'] as const;

const evidence = v.object({
  kind: v.picklist(evidenceKinds),
  /** The row's id: of the complaint, the picture, the transfer or the line. */
  id: v.string(),
  /** Its name for people: a complaint's reference, a transfer's, a file and its line. */
  name: v.string(),
  /** When it came in, ISO 8601. */
  at: v.string(),
  /** Cents, of a line. */
  amount: v.optional(whole),
  isOpenedByMe: v.boolean(),
  isOpenedByRequester: v.boolean(),
});
export type Evidence = v.InferOutput<typeof evidence>;

/** The server's checks for the person who looks. `count`: how many times. */
export const checkNames = [
  'notYourRequest',
  'ownRequest',
  'concernsYou',
  'missingRight',
  'requesterLostRight',
  'asRequested',
  'changed',
  'neverActedOnLoan',
  'actedOnLoan',
  'firstOnLoan',
  'againOnLoan',
  'complaintOpen',
  'borrowerErased',
  'sameSurname',
  'expired',
] as const;
const check = v.object({
  name: v.picklist(checkNames),
  tone: v.picklist(['good', 'plain', 'warn', 'danger']),
  count: v.optional(whole),
});
export type ShownCheck = v.InferOutput<typeof check>;

const similar = v.object({
  approvalId: shownIdOf<'approval'>(),
  /** ISO 8601. */
  requestedAt: v.string(),
  borrower: v.optional(v.object({ borrowerId: shownIdOf<'borrower'>(), name: v.string() })),
  orderId: v.optional(shownIdOf<'order'>()),
  amount: v.optional(whole),
  state: approval.entries.state,
  /** The person who closed it; absent: nobody did, or it was done by the requester alone. */
  closedBy: v.optional(v.string()),
  isClosedByMe: v.boolean(),
});

const message = v.object({
  by: v.string(),
  isOwn: v.boolean(),
  at: v.string(),
  body: v.string(),
});

/**
 * The rule that makes a second person necessary, by the requester's limits as they are now. `fromAmount`: the
 * amount reaches `limit`. `costOfDay`: with `done` of today the request's `cost` goes beyond `limit`, what
 * the requester may cost the lender alone in a day. Amounts are cents.
 */
const whyTwo = v.variant('rule', [
  v.object({ rule: v.picklist(['alwaysTwo', 'ownWork', 'dayOfRequest']) }),
  v.object({ rule: v.literal('fromAmount'), limit: whole }),
  v.object({ rule: v.literal('costOfDay'), limit: whole, done: whole, cost: whole }),
]);
export type WhyTwo = v.InferOutput<typeof whyTwo>;

/**
 * Everything that a second person needs to decide on a request. The effect is computed again as of now; nothing is written but
 * who looked at whose loan.
 */
export const showApprovalCase = brandCall({
  name: 'showApprovalCase',
  path: '/approval/case',
  right: 'approval.read',
  input: v.strictObject({ approvalId: idOf<'approval'>() }),
  output: v.object({
    approval,
    /** The effect that was requested. */
    effect,
    /** First digits of the digest that a passkey signs. */
    digest: v.string(),
    /** Lines as they would be now, if they are others than were requested; empty: it is no longer possible. */
    changedTo: v.optional(v.array(effectLine)),
    /** Absent: it is closed or changed. */
    why: v.optional(whyTwo),
    /** True if the caller may approve or reject it now. */
    mayApprove: v.boolean(),
    mayReject: v.boolean(),
    /** The loan as it is today; absent: the request is about none, or it is not paid out. Amounts are cents. */
    loan: v.optional(v.object({ daysLate: whole, due: whole, owed: whole })),
    /** The open task that the decision closes: its own promise runs on while the request waits. */
    task: v.optional(v.object({ kind: v.picklist(taskKinds), dueAt: v.string() })),
    requester: v.object({
      name: v.string(),
      roles: v.array(v.string()),
      /** Other requests for the same action today that wait or were done: how many, and their cents. */
      today: v.object({ count: whole, amount: whole }),
      /** Cents that the requester may do alone in a day; absent: no limit. */
      maxPerDay: v.optional(whole),
      /** Results of the requester's requests for the same action in 30 days. */
      month: v.object({ approved: whole, rejected: whole, changed: whole }),
    }),
    evidence: v.array(evidence),
    /** Requests for the same action in 30 days, the newest five, and what became of all. */
    similar: v.object({
      rows: v.array(similar),
      count: whole,
      approved: whole,
      rejected: whole,
      /** Cents; absent: none had an amount. */
      median: v.optional(whole),
      /** The number with a smaller amount than this one. */
      smaller: whole,
    }),
    checks: v.array(check),
    messages: v.array(message),
    /** Others who may approve it, whoever is signed in now. */
    approvers: v.array(v.string()),
    /** When the first of them is at work or on call, ISO 8601; in the past: somebody is now. Absent: none is planned to be. */
    approversFrom: v.optional(v.string()),
  }),
});

/** Opens one piece of evidence of a request. That the caller looked at it is recorded. */
export const openEvidence = brandCall({
  name: 'openEvidence',
  path: '/approval/evidence',
  right: 'approval.read',
  input: v.strictObject({
    approvalId: idOf<'approval'>(),
    kind: v.picklist(['complaint', 'complaintPicture', 'receipt']),
    id: idOf<'complaint' | 'picture' | 'transfer'>(),
  }),
  output: v.object({
    /** The borrower's words. */
    text: v.optional(v.string()),
    /** JPEG in base64. */
    jpeg: v.optional(v.string()),
  }),
});

/** Writes a question about a waiting request, or its answer. The time of the request goes on. */
export const askAboutApproval = brandCall({
  name: 'askAboutApproval',
  path: '/approval/ask',
  right: 'approval.read',
  input: v.strictObject({ approvalId: idOf<'approval'>(), body: filled(maxQuestion) }),
  output: empty,
  rejections: ['alreadyClosed'],
});
