import { covers, daysBetween, type LocalDate, localDate, position } from '@hiram/loan';
import { isDisbursed } from '@hiram/server/src/lending/loans/order-status.ts';
import { type Books, Broken, type OrderRow, type Queries, readBooks } from './books.ts';
import type { Borrower } from './borrower.ts';
import type { Provider } from './provider.ts';

function hold(order: OrderRow, isSo: boolean, what: string): void {
  if (!isSo) throw new Broken(`order ${order.id} (${order.brand}, ${order.status}): ${what}`);
}

/** The ledger against the position, the position against the status, and both against what the provider truly did. */
function checkOrder(books: Books, provider: Provider, today: LocalDate): void {
  checkMoney(books, provider);
  checkPosition(books, today);
}

/** Payouts, payments and cash against what the provider truly did. */
function checkMoney({ order, balances, payments, payouts }: Books, provider: Provider): void {
  hold(
    order,
    [...balances.values()].reduce((sum, balance) => sum + balance, 0) === 0,
    'its ledger does not balance',
  );

  const live = payouts.filter((payout) => payout.state !== 'returned');
  hold(order, live.length <= 1, `${live.length} payouts are under way or done`);
  const truly = payouts.filter((payout) => provider.payouts.get(payout.id)?.state === 'paid');
  const listed = payouts.map(({ id, state }) => `${id} ${state}, truly ${provider.payouts.get(id)?.state}`);
  hold(order, truly.length <= 1, `its money was paid out twice: ${listed.join('; ')}`);
  if (truly[0])
    hold(
      order,
      provider.payouts.get(truly[0].id)?.amount === Number(truly[0].amount),
      'another amount was paid out',
    );

  const seen = new Set<string>();
  for (const payment of payments) {
    const truth = provider.payments.get(payment.provider_payment_id);
    hold(order, truth !== undefined, `a payment that nobody made: ${payment.provider_payment_id}`);
    hold(order, truth?.amount === Number(payment.amount), 'a payment of another amount');
    hold(order, !seen.has(payment.provider_payment_id), 'a payment stands twice');
    seen.add(payment.provider_payment_id);
  }
  const cashIn = payments
    .filter((payment) => payment.state === 'posted')
    .reduce((sum, payment) => sum + Number(payment.amount), 0);
  const sentOut = payouts
    .filter((payout) => payout.state === 'sent' || payout.state === 'paid')
    .reduce((sum, payout) => sum + Number(payout.amount), 0);
  const cash = [...balances].reduce(
    (sum, [account, amount]) => sum + (account.startsWith('cash:') ? amount : 0),
    0,
  );
  // Demo borrowers who begin as refused have neither; all other cash is what came less what went.
  hold(order, cash === cashIn - sentOut, `cash is ${cash}, payments less payouts are ${cashIn - sentOut}`);
}

/** The position against the ledger and against the stored status. */
function checkPosition(books: Books, today: LocalDate): void {
  const { order, events, balances } = books;
  const of = (account: string) => balances.get(account) ?? 0;
  if (!order.disbursed_on) {
    hold(order, !isDisbursed(order.status), 'it was never paid out and has such a status');
    hold(order, of('loan:principal') === 0, 'principal is owed that was never lent');
    return;
  }
  const loanPosition = position(order.terms, events, today);
  hold(order, loanPosition.status === order.status, `its position says ${loanPosition.status} on ${today}`);
  hold(order, of('loan:principal') === loanPosition.principalOwed, 'principal: ledger and position differ');
  hold(
    order,
    -of('borrower:credit') === loanPosition.credit - loanPosition.refundOwed,
    'credit: ledger and position differ',
  );
  hold(order, loanPosition.credit === 0 || loanPosition.owedInAll === 0, 'credit beside something owed');
  hold(order, of('clearing:payout') === 0, 'money is still in clearing');
  // What the tolerance forgave was paid by nobody: its principal is a loss, the rest has no line.
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
  const without = [
    ['interest', interest + of('income:interest')],
    ['late interest', late + of('income:late')],
    ['penalty', loanPosition.penalty - loanPosition.penaltyOwed + of('income:penalty')],
  ] as const;
  for (const [name, amount] of without)
    hold(order, amount >= 0 && amount <= forgiven, `${name}: ledger and position differ`);
  hold(
    order,
    without.reduce((sum, [, amount]) => sum + amount, 0) === forgiven,
    'what was forgiven: ledger and position differ',
  );
  for (const name of [
    'principalOwed',
    'interestOwed',
    'lateOwed',
    'penaltyOwed',
    'credit',
    'refundOwed',
  ] as const)
    hold(
      order,
      loanPosition[name] >= 0 && Number.isSafeInteger(loanPosition[name]),
      `${name} is ${loanPosition[name]}`,
    );
  checkCeilings(books, today);
}

/**
 * What may be charged at the most, worked out without the engine's own clamps. Market spec: the penalty of TERM-04 and the
 * tiers of TERM-05 on everything scheduled, from each due date. Markets whose law is enforced: no more than was lent.
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
}

/** Every invariant of the named borrowers' orders. Throws Broken with the first that does not hold. */
export async function checkBorrowers(
  db: Queries,
  provider: Provider,
  borrowers: readonly Borrower[],
  today: LocalDate,
): Promise<CheckedCounts> {
  const wanted = borrowers.flatMap((borrower) => borrower.orders);
  const books = await readBooks(db, wanted);
  const found = new Set(books.map((book) => book.order.id));
  for (const id of wanted) if (!found.has(id)) throw new Broken(`the acknowledged order ${id} is gone`);
  for (const book of books)
    try {
      checkOrder(book, provider, today);
    } catch (error) {
      if (error instanceof Broken)
        // With these the engine alone shows it again.
        error.message += `\n${JSON.stringify({ today, terms: book.order.terms, events: book.events })}`;
      throw error;
    }
  const complaints = borrowers.flatMap((borrower) => borrower.complaints);
  const { rows } = await db.query<{ id: string }>(`select id from complaint where id = any($1)`, [
    complaints,
  ]);
  if (rows.length !== new Set(complaints).size) throw new Broken('an acknowledged complaint is gone');
  return { orders: books.length, payments: books.reduce((sum, book) => sum + book.payments.length, 0) };
}
