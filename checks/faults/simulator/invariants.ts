import { covers, daysBetween, type LocalDate, localDate, position } from '@hiram/loan';
import { isDisbursed } from '@hiram/server/src/lending/loans/order-status.ts';
import { type ArrangementState, checkArrangements } from './arrangements.ts';
import { type Books, Broken, type OrderRow, type Queries, readBooks } from './books.ts';
import type { Borrower } from './borrower.ts';
import type { Provider } from './provider.ts';

function hold(order: OrderRow, isSo: boolean, what: string): void {
  if (!isSo) throw new Broken(`order ${order.id} (${order.brand}, ${order.status}): ${what}`);
}

/** Compares an order's ledger, position, status, payments and payouts with each other and with the provider's records. */
function checkOrder(books: Books, provider: Provider, today: LocalDate): void {
  checkMoney(books, provider);
  checkPosition(books, today);
}

/** Compares payouts, payments and cash with the provider's records. */
function checkMoney({ order, balances, payments, payouts }: Books, provider: Provider): void {
  hold(
    order,
    [...balances.values()].reduce((sum, balance) => sum + balance, 0) === 0,
    'its ledger does not balance',
  );

  const live = payouts.filter((payout) => payout.state !== 'returned');
  hold(order, live.length <= 1, `${live.length} payouts are running or done`);
  const paidOut = payouts.filter((payout) => provider.payouts.get(payout.id)?.state === 'paid');
  const listed = payouts.map(
    ({ id, state }) => `${id} ${state}, at the provider ${provider.payouts.get(id)?.state}`,
  );
  hold(order, paidOut.length <= 1, `its money was paid out twice: ${listed.join('; ')}`);
  if (paidOut[0])
    hold(
      order,
      provider.payouts.get(paidOut[0].id)?.amount === Number(paidOut[0].amount),
      'the provider paid out another amount',
    );

  const seen = new Set<string>();
  for (const payment of payments) {
    const taken = provider.payments.get(payment.provider_payment_id);
    hold(order, taken !== undefined, `the provider does not know the payment ${payment.provider_payment_id}`);
    hold(order, taken?.amount === Number(payment.amount), 'a payment has another amount');
    hold(order, !seen.has(payment.provider_payment_id), 'a payment exists twice');
    seen.add(payment.provider_payment_id);
  }
  const sumOf = (...states: readonly string[]) =>
    payments
      .filter((payment) => states.includes(payment.state))
      .reduce((sum, payment) => sum + Number(payment.amount), 0);
  const suspended = sumOf('held', 'rejected');
  const cashIn = sumOf('posted') + suspended;
  const suspense = -(balances.get('suspense:unidentified') ?? 0);
  hold(order, suspense === suspended, `suspense is ${suspense}, held payments are ${suspended}`);
  const sentOut = payouts
    .filter((payout) => payout.state === 'sent' || payout.state === 'paid')
    .reduce((sum, payout) => sum + Number(payout.amount), 0);
  const cash = [...balances].reduce(
    (sum, [account, amount]) => sum + (account.startsWith('cash:') ? amount : 0),
    0,
  );
  // Demo borrowers who start as refused have neither payments nor payouts.
  hold(order, cash === cashIn - sentOut, `cash is ${cash}, payments less payouts are ${cashIn - sentOut}`);
}

/** Compares the position with the ledger and with the stored status. */
function checkPosition(books: Books, today: LocalDate): void {
  const { order, events, balances } = books;
  const of = (account: string) => balances.get(account) ?? 0;
  if (!order.disbursed_on) {
    hold(order, !isDisbursed(order.status), 'an order without a payout has a status of a disbursed one');
    hold(order, of('loan:principal') === 0, 'an order without a payout owes principal');
    return;
  }
  const loanPosition = position(order.terms, events, today);
  hold(order, loanPosition.status === order.status, `its position says ${loanPosition.status} on ${today}`);
  hold(order, of('loan:principal') === loanPosition.principalOwed, 'principal: ledger and position differ');
  hold(
    order,
    -of('borrower:credit') === loanPosition.credit - loanPosition.refundReceivable,
    'credit: ledger and position differ',
  );
  hold(
    order,
    loanPosition.credit === 0 || loanPosition.owedInAll === 0,
    'the loan has credit and owes money',
  );
  hold(order, of('clearing:payout') === 0, 'money is still in clearing');
  checkIncome(books, loanPosition);
  for (const name of [
    'principalOwed',
    'interestOwed',
    'lateOwed',
    'penaltyOwed',
    'credit',
    'refundReceivable',
  ] as const)
    hold(
      order,
      loanPosition[name] >= 0 && Number.isSafeInteger(loanPosition[name]),
      `${name} is ${loanPosition[name]}`,
    );
  checkCeilings(books, today);
}

/** Compares the income in the ledger with the charges that the position counts as paid. */
function checkIncome({ order, balances }: Books, loanPosition: ReturnType<typeof position>): void {
  const of = (account: string) => balances.get(account) ?? 0;
  // An amount forgiven by the tolerance was not paid: its principal is posted as a loss, the rest is not posted.
  const forgiven = loanPosition.rounding - of('loss:writeOff');
  hold(
    order,
    forgiven >= 0 && loanPosition.rounding <= (order.terms.tolerance ?? 0),
    `forgave ${loanPosition.rounding}`,
  );
  const interest = loanPosition.instalments.reduce((sum, instalment) => sum + instalment.interestPaid, 0);
  const late = loanPosition.instalments.reduce(
    (sum, instalment) => sum + instalment.late - instalment.lateOwed,
    0,
  );
  const unposted = [
    ['interest', interest + of('income:interest')],
    ['late interest', late + of('income:late') + of('income:lateCharge')],
    ['penalty', loanPosition.penalty - loanPosition.penaltyOwed + of('income:penalty')],
  ] as const;
  for (const [name, amount] of unposted)
    hold(order, amount >= 0 && amount <= forgiven, `${name}: ledger and position differ`);
  hold(
    order,
    unposted.reduce((sum, [, amount]) => sum + amount, 0) === forgiven,
    'what was forgiven: ledger and position differ',
  );
}

/**
 * Checks the legal maxima of charges, computed without the engine's own limits. Market spec: the penalty of TERM-04, and the
 * tiers of TERM-05 on everything scheduled, from each due date. Markets with enforced ceilings: all costs are at most the
 * principal.
 */
function checkCeilings({ order, events }: Books, today: LocalDate): void {
  const loanPosition = position(order.terms, events, today);
  const late = loanPosition.instalments.reduce((sum, instalment) => sum + instalment.late, 0);
  const interest = loanPosition.instalments.reduce((sum, instalment) => sum + instalment.interest, 0);
  const { ceilings } = order.terms;
  if (
    ceilings?.enforce &&
    order.disbursed_on &&
    covers(ceilings, order.terms, localDate(order.disbursed_on))
  ) {
    const cost = order.terms.fee + interest + late + loanPosition.penalty;
    hold(order, cost <= order.terms.principal, `costs ${cost} for a loan of ${order.terms.principal}`);
  }
  hold(
    order,
    loanPosition.penalty <= (order.client_kind === 'new' ? 100_000 : 80_000),
    'a penalty above TERM-04',
  );
  for (const instalment of loanPosition.instalments) {
    const [first] = events.filter((event) => event.kind === 'disbursed');
    const due = instalment.moved && first ? first.valueDate : instalment.dueDate;
    const days = Math.max(0, daysBetween(localDate(due), today));
    const share =
      Math.min(days, 30) * 50_000 +
      Math.min(Math.max(days - 30, 0), 60) * 40_000 +
      Math.max(days - 90, 0) * 20_000;
    // A remainder of an earlier instalment, within the tolerance, is late with this one.
    const base = instalment.interest + instalment.principal + (order.terms.tolerance ?? 0);
    const max = (base * share) / 1_000_000;
    hold(
      order,
      instalment.late <= max + 1,
      `late interest of ${instalment.late}, at most ${max} in ${days} days`,
    );
  }
}

export interface CheckedCounts {
  readonly orders: number;
  readonly payments: number;
  /** Arrangements to pay in parts, by how they stand. */
  readonly arrangements: Readonly<Record<ArrangementState, number>>;
}

/** Checks every invariant of these borrowers' orders and complaints. Throws Broken for the first violation. */
export async function checkBorrowers(
  db: Queries,
  provider: Provider,
  borrowers: readonly Borrower[],
  today: LocalDate,
): Promise<CheckedCounts> {
  const orderIds = borrowers.flatMap((borrower) => borrower.orders);
  const books = await readBooks(db, orderIds);
  const found = new Set(books.map((book) => book.order.id));
  for (const id of orderIds)
    if (!found.has(id)) throw new Broken(`the acknowledged order ${id} does not exist`);
  const arrangements = { kept: 0, fulfilled: 0, broken: 0 };
  for (const book of books)
    try {
      checkOrder(book, provider, today);
      for (const state of checkArrangements(book, today)) arrangements[state] += 1;
    } catch (error) {
      if (error instanceof Broken)
        // With these data the engine alone reproduces the violation.
        error.message += `\n${JSON.stringify({ today, terms: book.order.terms, events: book.events })}`;
      throw error;
    }
  const complaints = borrowers.flatMap((borrower) => borrower.complaints);
  const { rows } = await db.query<{ id: string }>(`select id from complaint where id = any($1)`, [
    complaints,
  ]);
  if (rows.length !== new Set(complaints).size) throw new Broken('an acknowledged complaint does not exist');
  const payments = books.reduce((sum, book) => sum + book.payments.length, 0);
  return { orders: books.length, payments, arrangements };
}
