import * as v from 'valibot';
import { identityParts } from '../../../calls/identity.ts';
import { calendarDay, idOf, reasonText, shownIdOf, whole } from '../../../fields/fields.ts';
import { orderStatusCodes } from '../../../shapes/order-status.ts';
import { actionCalls } from '../../action-calls.ts';
import { daysBetween, listCalls, someOf } from '../../list-calls.ts';
import { correctionKinds, reasonsToRefuse } from '../../shapes/decision-words.ts';
import { brandCall } from '../../staff-call.ts';

/**
 * `appeal`: a refusal that the borrower asks a person to look at again. `secondLook`: an approval that
 * another person looks at.
 */
export const reviewKinds = ['application', 'payout', 'appeal', 'secondLook'] as const;
const reviewKind = v.picklist(reviewKinds);
export const reviewStates = [
  'waiting',
  'approved',
  'released',
  'rejected',
  'resubmissionRequested',
  'cancelled',
  'upheld',
  'reopened',
  'agreed',
  'doubted',
] as const;
export type ReviewKind = (typeof reviewKinds)[number];
export type ReviewState = (typeof reviewStates)[number];
const orderStatusName = v.picklist(Object.keys(orderStatusCodes) as (keyof typeof orderStatusCodes)[]);

/**
 * The reasons why it waits for a person. `holderName` and `accountChanged` are of a payout; `sharedAccount`
 * and `screening` are of both.
 */
export const waitReasons = [
  'sharedDocument',
  'sharedDevice',
  'nameChanged',
  'identity',
  'screening',
  'scorerRefers',
  'scorerSilent',
  'blockedElsewhere',
  'directorySilent',
  'identitySilent',
  'bureauSilent',
  'screeningSilent',
  'sharedAccount',
  'holderName',
  'accountChanged',
  'borrowerAsks',
  'sampled',
] as const;

/** The reasons for which a policy's rules, the share of income and the ladder refuse an application. */
export const policyRules = [
  'incomplete',
  'notFilipino',
  'underAge',
  'noCapacity',
  'noAddress',
  'blocked',
  'runningOrder',
  'unaffordable',
  'otherLenders',
  'limit',
] as const;

const decisionRow = v.object({
  reviewId: shownIdOf<'review'>(),
  brand: v.string(),
  kind: reviewKind,
  borrowerId: shownIdOf<'borrower'>(),
  orderId: shownIdOf<'order'>(),
  /** The borrower's full name. Absent: the caller's roles do not see it here, or the borrower gave none yet. */
  name: v.optional(v.string()),
  /** Cents. */
  amount: whole,
  product: v.string(),
  client: v.picklist(['new', 'repeat']),
  reasons: v.array(v.string()),
  /** ISO 8601. */
  openedAt: v.string(),
  dueAt: v.string(),
  /** When the borrower was asked, and when they saved their details afterwards. */
  correctionsRequestedAt: v.optional(v.string()),
  answeredAt: v.optional(v.string()),
});
export type DecisionRow = v.InferOutput<typeof decisionRow>;

/** Applications and payouts that wait for a person. Usually the promise that is broken first is at the top. */
export const listDecisions = listCalls({
  name: 'listDecisions',
  path: '/decision/list',
  right: 'decision.read',
  parts: {},
  filters: { kind: someOf(reviewKinds), due: daysBetween },
  sorts: ['due'],
  row: decisionRow,
});

/** Encrypted fields of an application or a held payout that are opened one at a time. */
export const decisionFields = [
  'fullName',
  'birthDate',
  'nationality',
  'document',
  'employer',
  'monthlyIncome',
  'accountHolder',
  'accountNumber',
] as const;
export type DecisionField = (typeof decisionFields)[number];

const sharedWith = v.object({
  kind: v.picklist(['document', 'account', 'device', 'person']),
  borrowerId: shownIdOf<'borrower'>(),
  /** The borrower's full name. Absent: the caller's roles do not see it here, or the borrower gave none yet. */
  name: v.optional(v.string()),
  /** Their newest order. */
  orderId: v.optional(shownIdOf<'order'>()),
  status: v.optional(orderStatusName),
  isBlocked: v.boolean(),
});
export type SharedWith = v.InferOutput<typeof sharedWith>;

const integer = v.pipe(v.number(), v.safeInteger());
const amountWithTerm = v.object({ amount: whole, termDays: whole, periods: whole });

/**
 * A fact as the policy read it. `value` is absent if it is missing, and if it is `certified`: those fields
 * open one at a time.
 */
const readFact = { fact: v.string(), value: v.optional(v.string()), isCertified: v.boolean() };

/** A comparison of a fact with the policy's edge; cents for amounts, and ppm for `shareOfIncome`. */
const tracedComparison = v.object({
  ...readFact,
  op: v.picklist(['=', '!=', '<', '<=', '>', '>=', 'in', 'notIn', 'between', 'shareOfIncome', 'known']),
  edge: v.array(v.string()),
});
export type TracedComparison = v.InferOutput<typeof tracedComparison>;

/** The latest stored decision of the policy on the application. Amounts in cents. */
const decisionRun = v.object({
  version: whole,
  at: v.string(),
  outcome: v.picklist(['approve', 'counter', 'refer', 'refuse']),
  /** Those of refusals first, then those of referrals. */
  reasons: v.array(v.string()),
  asked: amountWithTerm,
  /** The amount that is, or after a referral would be, offered. Absent of a refusal. */
  offered: v.optional(amountWithTerm),
  /** Amounts of the product up to it that a person may offer, the greatest first. */
  amounts: v.array(whole),
  /** The most that the ladder allows. */
  limit: whole,
  /** The ladder's row that gave the limit. Absent: none was reached. */
  row: v.optional(v.object({ settled: whole, maxDaysLate: v.optional(whole) })),
  /** The borrower's loans that were repaid, and the worst delay of their loans in days, if they had any. */
  settledLoans: whole,
  maxDaysLate: v.optional(whole),
  /** `points` is the sum of `base` and the cards. */
  base: integer,
  points: integer,
  cards: v.array(v.object({ ...readFact, points: integer })),
  /** The rules, bands, share of income and limit in the order of the stages. */
  trace: v.array(
    v.object({
      stage: v.string(),
      rule: v.string(),
      reason: v.string(),
      state: v.picklist(['fired', 'passed', 'missing']),
      /** The effect of the line if it fired or lacked a fact; `less`: it made the offer smaller. */
      effect: v.optional(v.picklist(['refuse', 'refer', 'skip', 'less'])),
      comparisons: v.array(tracedComparison),
    }),
  ),
});
export type DecisionRun = v.InferOutput<typeof decisionRun>;

/** The identity document that counts. Absent `checkId`: the borrower sent none. */
const shownIdentity = v.object({
  state: v.picklist(['none', 'open', 'verified', 'failed', 'unclear']),
  checkId: v.optional(shownIdOf<'identityCheck'>()),
  document: v.optional(v.string()),
  /** The identity service's verdict on document and face. Absent: it was not asked, or is silent. */
  answer: v.optional(v.picklist(['verified', 'failed', 'unclear'])),
  face: v.optional(v.picklist(['match', 'differs', 'unclear'])),
  contradictions: v.array(v.string()),
  pictures: v.array(v.picklist(identityParts)),
});
export type ShownIdentity = v.InferOutput<typeof shownIdentity>;

const pastReview = v.object({
  reviewId: shownIdOf<'review'>(),
  kind: reviewKind,
  state: v.picklist(reviewStates),
  reasons: v.array(v.string()),
  openedAt: v.string(),
  closedAt: v.optional(v.string()),
  closedBy: v.optional(v.string()),
});

/** One application or payout with everything that speaks for and against it. Amounts in cents. */
export const showDecision = brandCall({
  name: 'showDecision',
  path: '/decision/show',
  right: 'decision.read',
  input: v.strictObject({ reviewId: idOf<'review'>() }),
  output: v.object({
    ...pastReview.entries,
    brand: v.string(),
    dueAt: v.optional(v.string()),
    corrections: v.array(v.picklist(correctionKinds)),
    correctionsRequestedAt: v.optional(v.string()),
    answeredAt: v.optional(v.string()),
    borrowerId: shownIdOf<'borrower'>(),
    name: v.optional(v.string()),
    order: v.object({
      orderId: shownIdOf<'order'>(),
      status: orderStatusName,
      product: v.string(),
      client: v.picklist(['new', 'repeat']),
      amount: whole,
      /** The amount that the borrower receives. */
      proceeds: whole,
      termDays: whole,
      periods: whole,
      largestInstalment: whole,
      repaid: whole,
      appliedAt: v.string(),
      decideBy: calendarDay,
      /** When it was approved, and by which person; without one by the policy or the system. */
      approvedAt: v.optional(v.string()),
      approvedBy: v.optional(v.string()),
    }),
    /** Absent: the application was decided without a policy. */
    run: v.optional(decisionRun),
    /** The decision of the policy in effect on the data as of now, if it differs from the stored one. */
    now: v.optional(
      v.object({ version: whole, outcome: decisionRun.entries.outcome, reasons: v.array(v.string()) }),
    ),
    fields: v.array(v.picklist(decisionFields)),
    shared: v.array(sharedWith),
    identity: v.optional(shownIdentity),
    /** True: the caller has the borrower's surname. That they were told is recorded. */
    sharesSurname: v.boolean(),
    /** The account that the payout would go to. */
    account: v.optional(
      v.object({
        institution: v.string(),
        tail: v.string(),
        boundAt: v.string(),
        isOwnName: v.boolean(),
      }),
    ),
    past: v.array(pastReview),
  }),
});

/** Opens one encrypted field. The read is recorded with its reason. */
export const readDecisionField = brandCall({
  name: 'readDecisionField',
  path: '/decision/read-field',
  right: 'decision.readField',
  input: v.strictObject({
    reviewId: idOf<'review'>(),
    field: v.picklist(decisionFields),
    reason: reasonText(200),
  }),
  /** `monthlyIncome` is in cents. Empty: the borrower gave none. */
  output: v.object({ value: v.string() }),
  rejections: ['tooManyReads'],
});

const identityFields = v.object({ name: v.string(), birthDate: v.string(), number: v.string() });

/** Opens the pictures of an identity document, with what was typed and what was read. The read is recorded with its reason. */
export const openIdentity = brandCall({
  name: 'openIdentity',
  path: '/decision/open-identity',
  right: 'decision.readField',
  input: v.strictObject({ reviewId: idOf<'review'>(), reason: reasonText(200) }),
  output: v.object({
    typed: identityFields,
    /** Empty where the service read nothing. */
    read: identityFields,
    /** JPEG in base64. */
    pictures: v.array(v.object({ part: v.picklist(identityParts), jpeg: v.string() })),
    /** The viewer and the time, drawn over each picture. */
    watermark: v.string(),
  }),
  rejections: ['tooManyReads'],
});

const identityRequest = { reviewId: idOf<'review'>(), checkId: idOf<'identityCheck'>() };

/** The document is the borrower's. */
export const confirmIdentity = actionCalls({
  name: 'confirmIdentity',
  path: '/decision/confirm-identity',
  action: 'identity.confirm',
  right: 'decision.decide',
  request: identityRequest,
  rejections: ['identityDecided'],
});

/** The document is not the borrower's, or none at all. */
export const failIdentity = actionCalls({
  name: 'failIdentity',
  path: '/decision/fail-identity',
  action: 'identity.fail',
  right: 'decision.decide',
  request: identityRequest,
  rejections: ['identityDecided'],
});

const openRejections = ['alreadyDecided', 'wrongKind'] as const;
const reviewId = idOf<'review'>();

export const approveApplication = actionCalls({
  name: 'approveApplication',
  path: '/decision/approve',
  action: 'decision.approve',
  right: 'decision.decide',
  /** `amount`: cents to offer instead of what was asked for; one of `run.amounts`. */
  request: { reviewId, amount: v.optional(whole) },
  rejections: [...openRejections, 'notIdentified', 'notOffered', 'onAList', 'policyRefuses'],
});

/** One to four different ones. */
const fewOf = <Choice extends string>(choices: readonly Choice[]) =>
  v.pipe(
    v.array(v.picklist(choices)),
    v.minLength(1, 'must have at least one'),
    v.maxLength(4, 'may have at most four'),
    v.check((chosen) => new Set(chosen).size === chosen.length, 'has one twice'),
  );

/** Refuses an application or a held payout. The borrower reads the reasons in their language. */
export const refuseDecision = actionCalls({
  name: 'refuseDecision',
  path: '/decision/refuse',
  action: 'decision.refuse',
  right: 'decision.decide',
  request: { reviewId, reasons: fewOf(reasonsToRefuse) },
  rejections: openRejections,
});

export const releaseHeldPayout = actionCalls({
  name: 'releaseHeldPayout',
  path: '/decision/release',
  action: 'decision.release',
  right: 'decision.decide',
  request: { reviewId },
  rejections: [...openRejections, 'heldByTime', 'accountGone'],
});

/** Answers a borrower who asked a person about a refusal: it stands, or a new application is possible from today on. */
export const answerAppeal = actionCalls({
  name: 'answerAppeal',
  path: '/decision/answer-appeal',
  action: 'decision.answerAppeal',
  right: 'decision.decide',
  request: { reviewId, answer: v.picklist(['upheld', 'reopened']) },
  rejections: [...openRejections, 'concernsYou'],
});

/** Says what a second person thinks of an approval that a colleague gave. The loan goes on in either case. */
export const lookAgain = actionCalls({
  name: 'lookAgain',
  path: '/decision/look-again',
  action: 'decision.lookAgain',
  right: 'decision.decide',
  request: { reviewId, verdict: v.picklist(['agreed', 'doubted']) },
  rejections: [...openRejections, 'concernsYou'],
});

/** Asks the borrower: to correct an application while it waits, or for another account to pay to. */
export const requestCorrections = actionCalls({
  name: 'requestCorrections',
  path: '/decision/ask',
  action: 'decision.requestCorrections',
  right: 'decision.decide',
  request: { reviewId, corrections: fewOf(correctionKinds) },
  rejections: openRejections,
});
