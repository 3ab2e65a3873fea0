import * as v from 'valibot';
import { calendarDay, text, whole } from '../../../fields/fields.ts';
import { choices, merged, ordered } from '../../of-cells.ts';
import { brandCall } from '../../staff-call.ts';

/** The classes of lateness by their first day, in words. */
export const lateWords = {
  late0: 'Not late',
  late1: '1–7',
  late8: '8–15',
  late16: '16–30',
  late31: '31–60',
  late61: '61–90',
  late91: 'Over 90',
} as const;
export type LateKind = keyof typeof lateWords;
export const lateKinds = Object.keys(lateWords) as readonly LateKind[];

/** Cents. */
const money = v.pipe(v.number(), v.safeInteger());
const loansAndMoney = v.object({ loans: whole, amount: money });

const dayOfPortfolio = v.object({
  day: v.string(),
  /** By class, in the order of `lateKinds`. */
  late: v.array(loansAndMoney),
});

const forecast = v.object({ due: v.array(money), expected: v.optional(money) });
type Forecast = v.InferOutput<typeof forecast>;

/** Without the expectation of a cell that has something due, the sum of two cells has none. */
function addForecasts(one: Forecast, other: Forecast): Forecast {
  const known = [one, other].flatMap(({ expected }) => expected ?? []);
  const isUnknown = ({ due, expected }: Forecast) =>
    expected === undefined && due.some((amount) => amount !== 0);
  return {
    due: one.due.map((amount, kind) => amount + (other.due[kind] ?? 0)),
    ...(known.length === 0 || isUnknown(one) || isUnknown(other)
      ? {}
      : { expected: known.reduce((sum, amount) => sum + amount) }),
  };
}

/**
 * A part of the portfolio. `lentIn`: the month of the disbursal, YYYY-MM; `source`: an advertisement's, empty
 * without one; `policy`: the version that decided, 0 without one.
 */
const part = {
  product: v.optional(text(60)),
  client: v.optional(v.picklist(['new', 'repeat'])),
  lentIn: v.optional(v.pipe(text(7), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be YYYY-MM'))),
  source: v.optional(text(200)),
  policy: v.optional(whole),
};

/** The portfolio of a brand at the end of a day that is posted, or a part of it, and the months before. */
export const showPortfolio = brandCall({
  name: 'showPortfolio',
  cells: 'sum',
  path: '/portfolio/show',
  right: 'books.read',
  input: v.strictObject({ on: v.optional(calendarDay), ...part }),
  output: v.object({
    /** Absent: nothing is counted yet. */
    on: v.optional(v.string()),
    /** The brand's day now: figures of it are not those of its end. */
    today: v.optional(v.string()),
    /** The first day that was ever counted. */
    countedFrom: v.optional(v.string()),
    products: choices(v.array(v.string())),
    months: choices(v.array(v.string())),
    sources: choices(v.array(v.string())),
    policies: choices(v.array(whole)),
    /** The principal here and in the general ledger, of the whole brand. */
    ties: v.object({ portfolio: money, ledger: money }),
    /** The last days of the twelve months before, and the day itself: the oldest first. */
    days: ordered(v.array(dayOfPortfolio), ({ day }) => day),
    /** The principal of all loans that were ever paid out. */
    lent: money,
    /** The principal at the end of the day before the thirty days; absent: it was not counted. */
    opening: v.optional(money),
    /** Over the thirty days that end with the day. */
    disbursed: money,
    collected: money,
    lost: money,
    recovered: money,
    extended: whole,
    arranged: whole,
    flows: ordered(
      v.array(v.object({ day: v.string(), disbursed: money, collected: money })),
      ({ day }) => day,
    ),
    /**
     * Principal that falls due in 60 days, by class. `expected`: of each class the part of its loans that
     * were not more than 30 days late a month later, by the last moves; absent without moves.
     */
    forecast: merged(forecast, addForecasts),
    /**
     * By month of the disbursal, the oldest first. `late`: principal over 30 days late at the end of each month since that was
     * counted, and on the last day.
     */
    vintages: ordered(
      v.array(
        v.object({
          month: v.string(),
          lent: money,
          late: ordered(v.array(v.object({ on: v.string(), amount: money })), ({ on }) => on),
        }),
      ),
      ({ month }) => month,
    ),
    /** First instalments that fell due in a month, and those that were missed. */
    first: ordered(v.array(v.object({ month: v.string(), due: whole, missed: whole })), ({ month }) => month),
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

/** Loans that one call shows. */
export const maxPortfolioLoans = 100;

/**
 * Loans of a class at the end of the last day that is posted, without one those more than 30 days late, the
 * greatest first, at most 100.
 */
export const listPortfolioLoans = brandCall({
  name: 'listPortfolioLoans',
  cells: 'sum',
  path: '/portfolio/loans',
  right: 'books.read',
  input: v.strictObject({
    late: v.optional(v.picklist(lateKinds)),
    ...part,
  }),
  output: v.object({
    loans: ordered(
      v.array(
        v.object({
          orderId: v.string(),
          product: v.string(),
          /** At the end of the day `on`, the last that is posted: a loan’s page counts to today. */
          daysLate: whole,
          on: calendarDay,
          principal: money,
        }),
      ),
      ({ principal }) => -principal,
      maxPortfolioLoans,
    ),
    count: whole,
  }),
});

/** Prepares what was counted of a day, a row for each cell, as CSV or as a workbook, which the browser then downloads. */
export const exportPortfolio = brandCall({
  name: 'exportPortfolio',
  path: '/portfolio/export',
  right: 'books.read',
  input: v.strictObject({ on: calendarDay, format: v.picklist(['csv', 'xlsx']), ...part }),
  /** `ticket`: of the file, for `filePath`. */
  output: v.object({ ticket: v.string() }),
});
