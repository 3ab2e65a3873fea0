import * as v from 'valibot';
import { cents, empty, idOf, laterReason, reasonText, shownIdOf, whole } from '../../../fields/fields.ts';
import { actionCalls } from '../../action-calls.ts';
import { daysBetween, listCalls, numbersBetween } from '../../list-calls.ts';
import { shared } from '../../of-cells.ts';
import { payoutHoldReasons } from '../../shapes/loan-shapes.ts';
import { brandCall } from '../../staff-call.ts';

/**
 * The lists of payouts. `held`: waits for a person. `waiting`: not yet accepted by the provider. `sent`: at the provider.
 * `paid` and `returned` have ended.
 */
export const payoutLists = ['held', 'waiting', 'sent', 'paid', 'returned'] as const;
export type PayoutList = (typeof payoutLists)[number];

export const payoutStates = ['requested', 'sent', 'paid', 'returned'] as const;
export type PayoutState = (typeof payoutStates)[number];

const payoutStop = v.object({
  stopId: shownIdOf<'payoutStop'>(),
  by: v.string(),
  /** ISO 8601. */
  at: v.string(),
  /** Empty until the person says why. */
  reason: v.string(),
});

const counted = v.object({ count: whole, amount: whole });

/** The payouts of a brand now. Amounts are cents; for all brands there is no day, and each is asked for by itself. */
export const showMoneyOut = brandCall({
  name: 'showMoneyOut',
  cells: 'sum',
  path: '/money-out/show',
  right: 'moneyOut.read',
  input: v.strictObject({}),
  output: v.object({
    /** The open stop of the brand; absent: payouts are running. */
    stop: v.optional(shared(payoutStop)),
    /** The amounts that count on the limits of the business day. An absent limit is none. */
    day: v.object({
      on: v.string(),
      amount: whole,
      payouts: whole,
      firstLoans: whole,
      /** Of the payouts that count on the day: those that arrived, and those without a result. The others came back. */
      paidOut: counted,
      noResult: counted,
      maxAmount: v.optional(shared(whole)),
      maxFirstLoans: v.optional(shared(whole)),
    }),
    /** Payouts by list; of `paid` and `returned` those that ended on the business day. */
    lists: v.array(v.object({ list: v.picklist(payoutLists), count: whole, amount: whole })),
    /** Providers' messages that contradict a payout. Money in resolves them. */
    contradicted: whole,
  }),
});

const payout = v.object({
  payoutId: shownIdOf<'payout'>(),
  borrowerId: shownIdOf<'borrower'>(),
  /** The borrower's full name. Absent: the caller's roles do not see it here, or the borrower gave none yet. */
  name: v.optional(v.string()),
  brand: v.string(),
  orderId: shownIdOf<'order'>(),
  amount: whole,
  state: v.picklist(payoutStates),
  provider: v.string(),
  institution: v.string(),
  /** The last digits of the account. */
  tail: v.string(),
  /** The provider's words, without the account; empty: none. */
  reason: v.string(),
  holdReason: v.optional(v.picklist(payoutHoldReasons)),
  /** The limit of the day that holds it: when, what counted on it already, and the limit. Cents, or first loans. */
  passed: v.optional(v.object({ at: v.string(), counted: whole, atMost: whole })),
  /** ISO 8601. */
  requestedAt: v.string(),
  sentAt: v.optional(v.string()),
  /** A day, ISO 8601. */
  settledOn: v.optional(v.string()),
  /** True if it was handed to the provider, which may have it although no answer came: it cannot be cancelled. */
  isHandedOver: v.boolean(),
  /** True if it came back and nobody has dealt with it. */
  isReturnOpen: v.boolean(),
});
export type ShownPayout = v.InferOutput<typeof payout>;

/** Payouts of a list. Usually whoever waits longest comes first, of what ended the latest. */
export const listPayouts = listCalls({
  name: 'listPayouts',
  path: '/money-out/list',
  right: 'moneyOut.read',
  parts: { list: v.picklist(payoutLists) },
  filters: { amount: numbersBetween, requested: daysBetween },
  sorts: ['requested'],
  spreads: ['amount'],
  row: payout,
});

/** Closes the task of a returned payout, with a note about the borrower. It moves no money; a new payout closes it too. */
export const settleReturn = brandCall({
  name: 'settleReturn',
  path: '/money-out/settle-return',
  right: 'moneyOut.retry',
  input: v.strictObject({ payoutId: idOf<'payout'>(), note: reasonText(500) }),
  output: empty,
  rejections: ['returnSettled'],
});

const refundDue = v.object({
  taskId: shownIdOf<'task'>(),
  orderId: shownIdOf<'order'>(),
  borrowerId: shownIdOf<'borrower'>(),
  /** The borrower's full name. Absent: the caller's roles do not see it here, or the borrower gave none yet. */
  name: v.optional(v.string()),
  brand: v.string(),
  amount: whole,
  /** True if the officer is asked before money is sent. */
  needsCheck: v.boolean(),
  /** Since when the order has credit, and until when it is to be refunded; ISO 8601. */
  since: v.string(),
  dueAt: v.string(),
});
export type RefundDue = v.InferOutput<typeof refundDue>;

/** Orders whose borrower has credit that is to be refunded. Usually the promise that is broken first is at the top. */
export const listRefundsDue = listCalls({
  name: 'listRefundsDue',
  path: '/money-out/refunds-due',
  right: 'moneyOut.read',
  parts: {},
  filters: { amount: numbersBetween, due: daysBetween },
  sorts: ['due'],
  spreads: ['amount'],
  row: refundDue,
});

/**
 * Stops every payout of the brand, or of all brands, on all servers at once: no second person. After the answer no server hands
 * a payout to a provider. `handedOver`: payouts without a result that a provider has or may have.
 */
export const stopPayouts = brandCall({
  name: 'stopPayouts',
  cells: 'reference',
  path: '/money-out/stop',
  right: 'moneyOut.stop',
  // Empty until the person says why: a stop is first of all quick.
  input: v.strictObject({ reason: laterReason(500) }),
  output: v.object({ stopped: v.array(v.string()), handedOver: whole }),
});

/** Says why payouts are stopped, or more about it. */
export const explainStop = brandCall({
  name: 'explainStop',
  cells: 'reference',
  path: '/money-out/explain-stop',
  right: 'moneyOut.stop',
  input: v.strictObject({ stopId: idOf<'payoutStop'>(), reason: reasonText(500) }),
  output: empty,
  rejections: ['notStopped'],
});

/** Ends a stop. It always needs two persons. */
export const startPayouts = actionCalls({
  name: 'startPayouts',
  cells: 'reference',
  path: '/money-out/start',
  action: 'moneyOut.start',
  right: 'moneyOut.start',
  request: { stopId: idOf<'payoutStop'>() },
  rejections: ['notStopped'],
});

/** Sets the limits of a day; an absent one is no limit. It always needs two persons. */
export const setCeiling = actionCalls({
  name: 'setCeiling',
  cells: 'reference',
  path: '/money-out/set-ceiling',
  action: 'moneyOut.setCeiling',
  right: 'moneyOut.setCeiling',
  request: {
    /** Cents a business day. */
    maxAmount: v.optional(cents),
    maxFirstLoans: v.optional(v.pipe(whole, v.maxValue(1_000_000, 'is too large'))),
  },
  rejections: ['sameCeiling', 'oneBrand'],
});

/** Sends a payout that a limit of the day held back. */
export const releasePayout = actionCalls({
  name: 'releasePayout',
  path: '/money-out/release',
  action: 'moneyOut.release',
  right: 'moneyOut.release',
  request: { payoutId: idOf<'payout'>() },
  rejections: ['checkOpen', 'notHeld', 'payoutsStopped'],
});

/** Hands a waiting payout to its provider again, now. The provider recognises it, so it is never paid twice. */
export const retryPayout = actionCalls({
  name: 'retryPayout',
  path: '/money-out/retry',
  action: 'moneyOut.retry',
  right: 'moneyOut.retry',
  request: { payoutId: idOf<'payout'>() },
  rejections: ['payoutNotWaiting', 'payoutsStopped'],
});

/** Takes back a payout that no provider was given. The borrower can withdraw again. */
export const cancelPayout = actionCalls({
  name: 'cancelPayout',
  path: '/money-out/cancel',
  action: 'moneyOut.cancel',
  right: 'moneyOut.cancel',
  request: { payoutId: idOf<'payout'>() },
  rejections: ['payoutNotWaiting', 'handedOver'],
});
