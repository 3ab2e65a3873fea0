import * as v from 'valibot';
import { dateText, empty, flag, idOf, text, whole } from '../fields/fields.ts';
import { call } from '../wire/call.ts';
import { type InternalValue, named, object } from '../wire/wire.ts';

/** A part of an arrangement: its day, and cents. */
const part = object({ date: dateText, amount: whole });

/** Limits of what a borrower may ask for: parts, and the days after today on which the first one is paid. */
export const partsLimit = 6;
export const firstPartWithin = 14;

const shownParts = {
  /** Everything overdue with its charges, in cents: the sum of the parts. */
  amount: whole,
  /** The charges so far in it. */
  charges: whole,
  parts: v.array(part),
  /**
   * Late charges in cents that the days until the last part add if the parts alone are paid: with the
   * arrangement, and by the same payments without it.
   */
  added: object({ kept: whole, plain: whole }),
};

/** A proposal of the lender that the borrower may accept, as of today. */
const offer = object({
  ...shownParts,
  validThrough: dateText,
  /** The numbers of its repayments. */
  instalments: v.array(whole),
  /** The agreement, which the borrower reads before accepting: tables and paragraphs. */
  agreement: object({ title: v.string(), html: v.string(), sha256: v.string() }),
});

const rejections = { nothingDue: '40101', notRunning: '40103' } as const;
const partsRejections = {
  badDates: '50101',
  smallParts: '50102',
  notLate: '50103',
  arranged: '50104',
} as const;

/**
 * [ours] Three ways for a borrower who cannot pay what is due, with the engine's prices of today. Amounts in cents. `parts` and
 * `firstDay`: the arrangement that the borrower has in mind; without them a usual one.
 */
export const waysOut = call({
  name: 'waysOut',
  path: '/v3/loan-arrangement/ways',
  input: v.strictObject({
    orderId: idOf<'order'>(),
    parts: v.optional(whole),
    firstDay: v.optional(dateText),
  }),
  output: object({
    productName: v.string(),
    today: dateText,
    due: whole,
    dueNo: v.optional(whole),
    /** The day of that repayment. */
    dueDate: named('dueTime', v.optional(dateText)),
    servicePhone: v.string(),
    /** The day on which the ways are compared, and what the days until then add in cents if nothing is paid. */
    until: dateText,
    waiting: whole,
    /** A part now; `rest` is owed when the borrower can, and `added` is what it costs besides if it is paid on `until`. */
    payPart: object({ amount: whole, rest: whole, added: whole, min: whole, max: whole }),
    /**
     * The due date moved. `added`: cents that it adds in all. `moves`: days by which the other repayments move. `interest` and
     * `charges` are `amount`; `newInterest` is the interest in `newAmount`.
     */
    extension: v.optional(
      object({
        amount: whole,
        interest: whole,
        charges: whole,
        newAmount: whole,
        newInterest: whole,
        newDueDate: dateText,
        added: whole,
        moves: whole,
      }),
    ),
    /** The reason for which the date cannot be moved; empty: it can. */
    noExtension: v.string(),
    arrangement: v.optional(object(shownParts)),
    /** The reason for which there can be no arrangement; empty: there can. */
    noArrangement: v.string(),
    /** True if the borrower asked for one and nobody has answered. */
    isAsked: flag,
    /** The days that the borrower asked for. */
    askedDays: v.array(dateText),
    offer: v.optional(offer),
  }),
  /** `arranged`: while an arrangement is kept, its parts are what is asked. */
  rejections: { ...rejections, arranged: partsRejections.arranged },
});
export type WaysOut = InternalValue<typeof waysOut.output>;

/** [ours] Asks for an arrangement in equal parts, 15 days apart. A person of the lender answers. */
export const askArrangement = call({
  name: 'askArrangement',
  path: '/v3/loan-arrangement/ask',
  input: v.strictObject({ orderId: idOf<'order'>(), parts: whole, firstDay: dateText }),
  output: empty,
  rejections: { ...rejections, ...partsRejections, arrangementOpen: '50105' },
  idempotent: true,
});

/**
 * [ours] Accepts the lender's proposal. `sha256`: of the agreement that the borrower read; another one is
 * `arrangementChanged`, and the page shows it again.
 */
export const acceptArrangement = call({
  name: 'acceptArrangement',
  path: '/v3/loan-arrangement/accept',
  input: v.strictObject({ orderId: idOf<'order'>(), sha256: text(64) }),
  output: empty,
  rejections: { noArrangement: '50106', arrangementChanged: '50107' },
  idempotent: true,
});

/** [ours] Declines the lender's proposal, or takes back the request. */
export const declineArrangement = call({
  name: 'declineArrangement',
  path: '/v3/loan-arrangement/decline',
  input: v.strictObject({ orderId: idOf<'order'>() }),
  output: empty,
  rejections: { noArrangement: '50106' },
  idempotent: true,
});
