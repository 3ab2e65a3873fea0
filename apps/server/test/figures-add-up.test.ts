import { fileURLToPath } from 'node:url';
import { asId } from '@hiram/contract/ids';
import {
  addDays,
  explainOwed,
  type LoanEvent,
  type LocalDate,
  position,
  quoteExtension,
  type Terms,
} from '@hiram/loan';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playEvents, steps, terms } from '../../../packages/loan/test/random-lives.ts';
import { loadBrand } from '../src/brands/brand.ts';
import { markets } from '../src/brands/markets/markets.ts';
import { translatorFor } from '../src/brands/texts/translate.ts';
import { extensionFigures } from '../src/features/repay/extension.ts';
import { laterCosts } from '../src/features/repay/later-cost.ts';
import { shownWays } from '../src/features/repay/show-instalment.ts';
import { dueCardOf } from '../src/lending/loans/due-card.ts';
import { quoteOf } from '../src/lending/loans/repayment-quote.ts';
import { paidInAll, repaymentRows, showPayments } from '../src/lending/payments/history/payment-history.ts';

const brand = loadBrand(fileURLToPath(new URL('../../../brands', import.meta.url)), 'spec');
const translate = translatorFor('en', markets[brand.market]);
const wording = { translate, lang: 'en' };

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const sumOf = (rows: readonly { readonly amount: number }[]) => sum(rows.map(({ amount }) => amount));

/** A loan on a day, as the screens read it. */
interface Life {
  readonly loan: Terms;
  readonly events: readonly LoanEvent[];
  readonly today: LocalDate;
}

/** The order page: its parts sum to its balance, its rows to its amount, and what was paid to its list of payments. */
function expectOrderAddsUp({ loan, events, today }: Life): void {
  const quote = quoteOf(loan, events, today);
  const current = quote?.position ?? position(loan, events, today);
  const stored = events.map((event) => ({ event, provider: undefined }));
  const reversed = new Set(events.flatMap((event) => (event.kind === 'reversed' ? [event.target] : [])));
  const payments = showPayments(
    events.flatMap((event) =>
      event.kind === 'paid'
        ? [
            {
              id: asId<'payment'>(event.id),
              code_id: null,
              amount: event.amount,
              paid_on: event.valueDate,
              received_at: new Date(`${event.valueDate}T04:00:00Z`),
              state: reversed.has(event.id) ? ('reversed' as const) : ('posted' as const),
              channel: null,
            },
          ]
        : [],
    ),
    { terms: loan },
    stored,
    { brand, translate, today },
  );
  const counted = payments.filter(({ state }) => state === 'posted');
  for (const payment of counted) expect(sumOf(payment.rows)).toBe(payment.amount);
  const listed = sum(counted.map(({ kind, amount }) => (kind === 'refund' ? -amount : amount)));
  expect(paidInAll(stored)).toBe(Math.max(0, listed));
  const due = dueCardOf({ id: asId<'order'>('1'), terms: loan }, quote, {
    ...wording,
    today,
    held: new Map(),
  });
  const unpaid = sum(repaymentRows(current, loan.reminderDays).map((row) => row.unpaid));
  if (!due) {
    expect(unpaid + current.lateOwed + current.penaltyOwed).toBe(0);
    return;
  }
  expect(sumOf(due.rows)).toBe(due.repayAmount);
  expect(unpaid + due.chargesOwed + due.refundReceivable).toBe(due.owedInAll);
  if (due.payoff.isAllowed) expect(due.payoff.saves).toBe(Math.max(0, due.owedInAll - due.payoff.amount));
  for (const { owed, lines } of explainOwed(loan, events, today)) expect(sumOf(lines)).toBe(owed);
}

/** The repayment pages: each choice is the sum of its rows, and says when it pays what is not due yet. */
function expectRepaymentAddsUp({ loan, events, today }: Life): void {
  const quote = quoteOf(loan, events, today);
  if (!quote) return;
  const shown = { terms: loan, events };
  for (const later of laterCosts(shown, quote))
    expect(later.more).toBe(Math.max(0, later.amount - quote.amount));
  const ways = shownWays(shown, quote, wording);
  // A kept arrangement asks for its next part: tomorrow does not make it dearer.
  const isLate = quote.position.status === 'overdue' && quote.kind !== 'arranged';
  for (const way of ways) {
    expect(sumOf(way.rows)).toBe(way.amount);
    expect(way.amount).toBeLessThanOrEqual(quote.payable?.max ?? 0);
    expect(way.tomorrow === undefined).toBe(!isLate);
  }
  const amounts = ways.map(({ amount }) => amount);
  expect(amounts).toEqual([...new Set(amounts)].sort((a, b) => a - b));
  const tomorrow = quoteOf(loan, events, addDays(today, 1));
  const payoff = ways.find(({ kind }) => kind === 'payoff');
  if (isLate && payoff && tomorrow) expect(payoff.tomorrow).toBe(tomorrow.payoff.amount);
  // `late` pays what is late; a choice without a later date pays what is due today at most.
  const { lateOwed, penaltyOwed, refundReceivable, instalments } = quote.position;
  const owedUntil = (isDue: (dueDate: LocalDate) => boolean) => {
    const parts = instalments.filter(({ dueDate }) => isDue(dueDate));
    const total = sum(parts.map(({ unpaid }) => unpaid)) + lateOwed + penaltyOwed + refundReceivable;
    return total - (total % (loan.unit ?? 1));
  };
  for (const { kind, through, amount } of isLate ? ways : [])
    if (kind === 'late') expect(amount).toBe(owedUntil((dueDate) => dueDate < today));
    else if (kind === 'due' && quote.kind !== 'payoff')
      expect(amount).toBe(owedUntil((dueDate) => dueDate <= (through ?? today)));
}

/**
 * The extension page: the parts, none of them nothing, sum to its price, and its two plans differ by what it
 * says that moving adds.
 */
function expectExtensionAddsUp({ loan, events, today }: Life): void {
  const quote = quoteExtension(loan, events, today);
  if (!quote.ok) return;
  const page = extensionFigures(quote, { today, translate, lateKind: loan.lateKind });
  const moved = page.planRows.at(-1);
  for (const { amount } of page.planRows) expect(amount).toBeGreaterThan(0);
  expect(sumOf(page.planRows) - (moved?.amount ?? 0)).toBe(page.extension.amount);
  expect(page.newPlan).toContainEqual({
    periodNo: quote.instalment,
    dueDate: moved?.date,
    amount: moved?.amount,
  });
  const [before, after] = [
    sumOf(page.oldPlan) + page.lateCharges,
    sumOf(page.newPlan) + page.extension.amount,
  ];
  expect(after - before).toBe(page.addedCost);
}

test('every figure of order, repayment, extension and receipt follows from others beside it [T890]', () => {
  fc.assert(
    fc.property(terms, steps, fc.integer({ min: 0, max: 40 }), (loan, path, wait) => {
      const { events, last } = playEvents(loan, path);
      const life = { loan, events, today: addDays(last, wait) };
      expectOrderAddsUp(life);
      expectRepaymentAddsUp(life);
      expectExtensionAddsUp(life);
    }),
    { numRuns: 400 },
  );
});
