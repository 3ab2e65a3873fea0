import {
  type Accruals,
  accruals,
  addDays,
  type Cents,
  cents,
  chargeLines,
  disbursalOf,
  inForce,
  type LoanEvent,
  type LocalDate,
  position,
  type Terms,
} from '@hiram/loan';

/** Charges that accrue between two events, and what corrects them. */
type ChargeKind = 'interest' | 'late' | 'penalty';

/** A line of a statement of account. Amounts in cents. */
export interface StatementLine {
  readonly date: LocalDate;
  /**
   * A charge, an event that changed what is owed, `reversed` (what it reversed does not count, so its amount is 0), `feeReturned`
   * with a settlement, or `adjusted`: what the tolerance forgave or a ceiling did not allow.
   */
  readonly kind: ChargeKind | LoanEvent['kind'] | 'feeReturned' | 'adjusted';
  /** Positive: the borrower owes more. */
  readonly amount: Cents;
  /** The balance after this line; negative: the lender owes it to the borrower. */
  readonly owed: Cents;
  /** The first day of a charge; `date` is its last. Undefined where an event made it due. */
  readonly from?: LocalDate;
  /** For interest: the last day that bears it, after which nothing accrues before `date`. */
  readonly to?: LocalDate;
  /** For late interest: the days charged in it, which can be fewer than those from its first to its last. */
  readonly charged?: { readonly from: LocalDate; readonly to: LocalDate; readonly days: number };
  /** The event of the line; for `reversed` the event that it reversed. Undefined for charges and adjustments. */
  readonly event?: LoanEvent;
}

/** A loan's account over a period, both days included. `closing` = `opening` + the amounts of `lines`. */
export interface AccountStatement {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly opening: Cents;
  readonly lines: readonly StatementLine[];
  readonly closing: Cents;
}

type Snapshot = ReturnType<typeof snapshotOf>;

const chargeKinds = ['interest', 'late', 'penalty'] as const;

function snapshotOf(now: Accruals | undefined, received: number) {
  if (!now) return { owed: -received, charges: { interest: 0, late: 0, penalty: 0 }, feeReturned: 0 };
  const { principalOwed, refundReceivable, credit, feeReturned, isSettled } = now;
  // A settlement keeps the interest that it paid, accrued or not.
  const accrued = (kind: ChargeKind) => (isSettled ? now[kind].settled : now[kind].accrued);
  const charges = { interest: accrued('interest'), late: accrued('late'), penalty: accrued('penalty') };
  const unpaid = chargeKinds.reduce((sum, kind) => sum + charges[kind] - now[kind].settled, 0);
  return { owed: principalOwed + unpaid + refundReceivable - credit, charges, feeReturned };
}

/** The part of a payment's or refund's effect on the debt that is its own; the rest is an adjustment. Undefined: all of it. */
function ownAmount(terms: Terms, event: LoanEvent): number | undefined {
  if (event.kind === 'paid') return -event.amount;
  if (event.kind === 'refunded') return event.amount;
  return event.kind === 'disbursed' ? terms.principal : undefined;
}

/**
 * A loan's account from day to day: what a payoff would take, with the interest accrued to the day. Charges
 * stand in one line up to the next event; a payment counts on the day on which the payer paid. Pure: equal
 * arguments give equal results.
 */
export function statementOf(
  terms: Terms,
  events: readonly LoanEvent[],
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): AccountStatement {
  const reversals = events.filter(({ kind }) => kind === 'reversed');
  const counting = inForce(events);
  const withoutEffect = events.filter((event) => event.kind === 'reversed' || !counting.includes(event));
  const effective = counting.filter(({ kind, valueDate }) => kind !== 'reversed' && valueDate <= to);
  const lines: StatementLine[] = [];
  let opening = 0;
  let owed = 0;
  const add = (line: Omit<StatementLine, 'owed' | 'amount'>, amount: number) => {
    owed += amount;
    if (line.date < from) opening = owed;
    else lines.push({ ...line, amount: cents(amount), owed: cents(owed) });
  };
  const at = (count: number, day: LocalDate) => {
    const known = effective.slice(0, count);
    const before = disbursalOf(known)
      ? 0
      : known.reduce((sum, event) => sum - (ownAmount(terms, event) ?? 0), 0);
    return snapshotOf(accruals(terms, [...known, ...withoutEffect], day), before);
  };
  const late = disbursalOf(effective)
    ? chargeLines(terms, [...effective, ...withoutEffect], to).flatMap((line) =>
        line.kind === 'late' && line.base > 0 ? [line] : [],
      )
    : [];
  const chargedWithin = (first: LocalDate, last: LocalDate): StatementLine['charged'] => {
    const days: LocalDate[] = [];
    for (let day = first; day <= last; day = addDays(day, 1))
      if (late.some((line) => line.from <= day && day <= line.to)) days.push(day);
    const [begin, end] = [days[0], days.at(-1)];
    return begin && end ? { from: begin, to: end, days: days.length } : undefined;
  };
  /** The last repayment's day, if a line of interest goes beyond it. */
  const lastOfInterest = (first: LocalDate, last: LocalDate): LocalDate | undefined => {
    const known = effective.slice(0, count);
    const day = disbursalOf(known) && position(terms, known, last).instalments.at(-1)?.dueDate;
    return day && first <= day && day < last ? day : undefined;
  };
  let count = 0;
  let reached: LocalDate | undefined;
  let now = snapshotOf(undefined, 0);
  /** Adds lines for the way from the snapshot before to `after`, of which `explained` cents have a line already. */
  const addChanges = (
    after: Snapshot,
    line: Omit<StatementLine, 'owed' | 'amount' | 'kind'>,
    explained = 0,
  ) => {
    let rest = after.owed - now.owed - explained;
    for (const kind of chargeKinds) {
      const amount = after.charges[kind] - now.charges[kind];
      const charged = kind === 'late' && line.from ? chargedWithin(line.from, line.date) : undefined;
      const to = kind === 'interest' && line.from ? lastOfInterest(line.from, line.date) : undefined;
      if (amount !== 0)
        add({ ...line, kind, ...(charged ? { charged } : {}), ...(to ? { to } : {}) }, amount);
      rest -= amount;
    }
    const fee = after.feeReturned - now.feeReturned;
    if (fee !== 0) add({ date: line.date, kind: 'feeReturned' }, -fee);
    rest += fee;
    if (rest !== 0) add({ date: line.date, kind: 'adjusted' }, rest);
    now = after;
    reached = line.date;
  };
  /** Adds what accrued after `reached` up to and including `day`, in two steps where the period begins between. */
  const accrueTo = (day: LocalDate, count: number): void => {
    const lastBefore = addDays(from, -1);
    if (reached && reached < lastBefore && day >= from) accrueTo(lastBefore, count);
    addChanges(at(count, day), reached ? { date: day, from: addDays(reached, 1) } : { date: day });
  };
  const moments = [...effective, ...reversals.filter(({ valueDate }) => valueDate <= to)].sort((a, b) =>
    a.valueDate < b.valueDate ? -1 : a.valueDate > b.valueDate ? 1 : 0,
  );
  for (const event of moments) {
    const date = event.valueDate;
    if (count > 0 && reached !== date) accrueTo(date, count);
    if (event.kind === 'reversed') {
      const target = events.find(({ id }) => id === event.target);
      add({ date, kind: 'reversed', ...(target ? { event: target } : {}) }, 0);
      continue;
    }
    count += 1;
    const after = at(count, date);
    const amount = ownAmount(terms, event);
    add({ date, kind: event.kind, event }, amount ?? after.owed - now.owed);
    if (amount === undefined) now = after;
    addChanges(after, { date }, amount);
  }
  if (count > 0 && reached !== to) accrueTo(to, count);
  return { from, to, opening: cents(opening), lines, closing: cents(owed) };
}
