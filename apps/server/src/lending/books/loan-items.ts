import {
  type Amounts,
  allowanceOf,
  type Component,
  type JournalItem,
  journalItems,
  ledgerTargets,
  loanComponents,
} from '@hiram/books';
import type { LocalDate } from '@hiram/loan';
import { type Chart, lossRatesOn } from '../../brands/chart.ts';
import type { BookedLoan } from './loan-batch.ts';

/** An item with the day that it belongs to, if it arrived after that day was posted. */
export interface DatedItem extends JournalItem {
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

/** The components of a loan at the end of a day. */
export function componentsOn(loan: BookedLoan, chart: Chart, on: LocalDate): Amounts {
  const targets = ledgerTargets(loan.terms, loan.events, on);
  const rates = lossRatesOn(chart, loan.product, on);
  const allowance = allowanceOf(Math.max(0, targets.claim), targets.daysLate, rates);
  return loanComponents(targets, movedOn(loan, on), allowance);
}

/**
 * The items that bring a loan's books to the end of the day `on`. What arrived since the last run and belongs to a day that is
 * posted comes first, as items that relate to that day.
 */
export function loanItems(
  loan: BookedLoan,
  chart: Chart,
  { on, through }: { readonly on: LocalDate; readonly through: LocalDate | undefined },
): readonly DatedItem[] {
  const wanted = componentsOn(loan, chart, on);
  const late = loan.events
    .filter(({ id, valueDate }) => through !== undefined && loan.arrived.has(id) && valueDate <= through)
    .map(({ valueDate }) => valueDate)
    .sort();
  const [first] = late;
  if (first === undefined || first >= on || through === undefined)
    return journalItems(loan.posted, wanted).map((item) => ({ ...item, relatesTo: undefined }));
  const corrected = through === on ? wanted : componentsOn(loan, chart, through);
  return [
    ...journalItems(loan.posted, corrected).map((item) => ({ ...item, relatesTo: first })),
    ...journalItems(corrected, wanted).map((item) => ({ ...item, relatesTo: undefined })),
  ];
}
