import {
  type AccruedName,
  type Amounts,
  accruedBetween,
  accruing,
  allowanceOf,
  type Component,
  type JournalItem,
  journalItems,
  ledgerTargets,
  loanComponents,
} from '@hiram/books';
import { addDays, daysBetween, type LocalDate, localDate } from '@hiram/loan';
import { type Chart, lossRatesOn } from '../../brands/chart.ts';
import type { BookedLoan } from './loan-batch.ts';

/** An item with the day that it belongs to, if it arrived after that day was posted. */
interface DatedItem extends JournalItem {
  readonly relatesTo: LocalDate | undefined;
}

const isMoney = (component: Component) =>
  component === 'clearing' || component === 'suspense' || component.startsWith('cash:');

/**
 * The money of a loan at the end of a day. A line of a loan's event counts with its event, so that it agrees with the loan's
 * balances; any other from the day of its posting.
 */
function movedOn({ moved, posted, events }: BookedLoan, on: LocalDate): Amounts {
  const amounts = new Map<Component, number>();
  if (!moved) {
    for (const [component, amount] of posted) if (isMoney(component)) amounts.set(component, amount);
    return amounts;
  }
  const valueDates = new Map(events.map(({ id, valueDate }) => [id, valueDate]));
  for (const { component, eventId, postedOn, amount } of moved)
    if ((valueDates.get(eventId ?? '') ?? postedOn) <= on)
      amounts.set(component, (amounts.get(component) ?? 0) + amount);
  return amounts;
}

/** A loan at the end of a day, without its money. */
function targetsOn(loan: BookedLoan, chart: Chart, on: LocalDate) {
  const targets = ledgerTargets(loan.terms, loan.events, on);
  const rates = lossRatesOn(chart, loan.product, on);
  return { targets, allowance: allowanceOf(Math.max(0, targets.claim), targets.daysLate, rates) };
}

/** The components of a loan at the end of a day. */
function componentsOn(loan: BookedLoan, chart: Chart, on: LocalDate): Amounts {
  const { targets, allowance } = targetsOn(loan, chart, on);
  return loanComponents(targets, movedOn(loan, on), allowance);
}

/**
 * True: what is posted of a loan's accruals through a day is not what its events give, though nothing
 * happened to it since the run that computed it. Somebody, or another version, posted it.
 */
function differsFromPosted(loan: BookedLoan, chart: Chart, through: LocalDate): boolean {
  // A loan that came from another cell was posted there.
  if (!loan.isStill || loan.postedEvents === undefined) return false;
  if (loan.postedEvents !== loan.events.length) return true;
  const wanted = componentsOn(loan, chart, through);
  return accruing.some(({ result, balance }) =>
    [result, balance].some((component) => (wanted.get(component) ?? 0) !== (loan.posted.get(component) ?? 0)),
  );
}

/** Days for which the accruals of a loan are computed ahead at most. */
const maxDaysAhead = 14;

const firstDay = localDate('2020-01-01');

/**
 * The last day to compute ahead. Loans end on different days, so that each day has its part of the work. Money that is known of a
 * later day makes the loan be computed on that day.
 */
function lastDayAhead({ orderId, isRunning, moved }: BookedLoan, on: LocalDate): LocalDate {
  if (!isRunning || moved?.some(({ postedOn }) => postedOn > on)) return on;
  const phase = (daysBetween(firstDay, on) + Number.parseInt(orderId.slice(-6), 16)) % maxDaysAhead;
  return addDays(on, maxDaysAhead - 1 - phase);
}

/**
 * The items that bring a loan's books to the end of the day `on`, and what it accrues on that day and the
 * next ones. What arrived since the last run and belongs to a day that is posted comes first, as items that
 * relate to that day. `isDiffering`: what was posted differs from what the events give.
 */
export function postingOf(
  loan: BookedLoan,
  chart: Chart,
  {
    on,
    through,
    hasSameRates,
  }: { readonly on: LocalDate; readonly through: LocalDate | undefined; readonly hasSameRates: boolean },
) {
  const isDiffering = through !== undefined && hasSameRates && differsFromPosted(loan, chart, through);
  const wanted = componentsOn(loan, chart, on);
  const late = loan.events
    .filter(({ id, valueDate }) => through !== undefined && loan.arrived.has(id) && valueDate <= through)
    .map(({ valueDate }) => valueDate)
    .sort();
  const [first] = late;
  const items: DatedItem[] = [];
  let { posted } = loan;
  if (first !== undefined && first < on && through !== undefined) {
    const corrected = through === on ? wanted : componentsOn(loan, chart, through);
    items.push(...journalItems(posted, corrected).map((item) => ({ ...item, relatesTo: first })));
    posted = corrected;
  }
  const sums: Record<AccruedName, number[]> = { interest: [], fee: [], late: [], penalty: [], allowance: [] };
  const today = journalItems(posted, wanted);
  items.push(...today.filter((item) => !isAccrued(item)).map((item) => ({ ...item, relatesTo: undefined })));
  for (const { name, result, kind } of accruing)
    sums[name].push(today.find((item) => item.component === result && item.kind === kind)?.amount ?? 0);
  let endsOn = on;
  const lastDay = lastDayAhead(loan, on);
  for (let before = targetsOn(loan, chart, on); endsOn < lastDay; ) {
    const next = addDays(endsOn, 1);
    const after = targetsOn(loan, chart, next);
    const accrued = accruedBetween(before.targets, after.targets, {
      before: before.allowance,
      after: after.allowance,
    });
    // A day that moves money, as one on which interest paid ahead becomes principal, is computed when it comes.
    if (!accrued) break;
    for (const { name } of accruing) sums[name].push((sums[name].at(-1) ?? 0) + accrued[name]);
    endsOn = next;
    before = after;
  }
  const orNone = (amounts: readonly number[]) => (amounts.some((amount) => amount !== 0) ? amounts : null);
  return {
    isDiffering,
    items,
    accrued: {
      endsOn,
      interest: orNone(sums.interest),
      fee: orNone(sums.fee),
      late: orNone(sums.late),
      penalty: orNone(sums.penalty),
      allowance: orNone(sums.allowance),
    },
  };
}

/** True: a loan's accrued days hold the item, as it is of income or expense and its balance. */
const isAccrued = ({ kind }: JournalItem) => kind === 'accrual' || kind === 'allowance';
