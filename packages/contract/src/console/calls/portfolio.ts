import * as v from 'valibot';
import { dateText, text, whole } from '../../fields/fields.ts';
import { staffCall } from '../staff-call.ts';

/** How late a loan is, by the first day of each class. */
export const lateKinds = ['late0', 'late1', 'late8', 'late16', 'late31', 'late61', 'late91'] as const;
export type LateKind = (typeof lateKinds)[number];

/** Days late from which principal is at risk: more than 0, 7, 15, 30, 60 and 90. */
export const riskDays = [1, 8, 16, 31, 61, 91] as const;

/** Cents. */
const money = v.pipe(v.number(), v.safeInteger());
const loansAndMoney = v.object({ loans: whole, amount: money });

const dayOfPortfolio = v.object({
  day: v.string(),
  /** By class, in the order of `lateKinds`. */
  late: v.array(loansAndMoney),
});

/** The portfolio of a brand at the end of a day that is posted, of one product or kind of clients, and the months before. */
export const showPortfolio = staffCall({
  name: 'showPortfolio',
  path: '/portfolio/show',
  right: 'books.read',
  scope: 'brand',
  input: v.strictObject({
    on: v.optional(dateText),
    product: v.optional(text(60)),
    client: v.optional(v.picklist(['new', 'repeat'])),
  }),
  output: v.object({
    /** Absent: nothing is counted yet. */
    on: v.optional(v.string()),
    products: v.array(v.string()),
    /** The principal here and in the general ledger, of the whole brand. */
    ties: v.object({ portfolio: money, ledger: money }),
    /** The last days of the twelve months before, and the day itself: the oldest first. */
    days: v.array(dayOfPortfolio),
    /** Of the thirty days that end with the day. */
    disbursed: money,
    collected: money,
    lost: money,
    recovered: money,
    /** By month of the disbursal, the oldest first. `late`: principal over 30 days late at the end of each month since. */
    vintages: v.array(v.object({ month: v.string(), lent: money, late: v.array(money) })),
    /** First instalments that fell due in a month, and those that were missed. */
    first: v.array(v.object({ month: v.string(), due: whole, missed: whole })),
    /** Loans by class at the end of the month before the last one that ended, and where they were at its end. */
    rolls: v.object({
      from: v.optional(v.string()),
      to: v.optional(v.string()),
      moves: v.array(
        v.object({ from: v.picklist(lateKinds), to: v.optional(v.picklist(lateKinds)), loans: whole }),
      ),
    }),
  }),
});

/** Loans of a class at the end of the last day that is posted, the greatest first, at most 100. */
export const listPortfolioLoans = staffCall({
  name: 'listPortfolioLoans',
  path: '/portfolio/loans',
  right: 'books.read',
  scope: 'brand',
  input: v.strictObject({
    late: v.picklist(lateKinds),
    product: v.optional(text(60)),
    client: v.optional(v.picklist(['new', 'repeat'])),
  }),
  output: v.object({
    loans: v.array(v.object({ orderId: v.string(), product: v.string(), daysLate: whole, principal: money })),
    count: whole,
  }),
});
