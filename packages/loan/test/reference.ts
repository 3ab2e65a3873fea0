// An independent calculation of the rules: slow, exact, one day after another, in whole cents as bigints. It shares no code
// with the engine, only the types of its input.
import type { LoanEvent, LoanStatus, Terms } from '../src/index.ts';
import { Debts, type Grace } from './reference-debts.ts';
import { dateOf, dayOf, halfEven, type Instalment, maxOf, million, minOf, total } from './reference-plan.ts';

export { dayOf };

/** A loan day by day, as the rules define it. */
export class ReferenceLoan extends Debts {
  prepayFrom(): number {
    return this.start + Math.max(Math.ceil(this.terms.termDays / 2), this.terms.prepayMinDays);
  }
  isCooling(): boolean {
    return this.terms.coolingOff !== undefined && this.today - this.start <= this.terms.coolingOff.days;
  }

  /**
   * Amount lent, interest to today, charges and refunds owed, less everything paid or waived. May be
   * negative.
   */
  payoff(returnedFee = this.returnedFee(true)): bigint {
    if (this.isClosed) return this.refundReceivable;
    const { terms } = this;
    let interest = total(this.list.map((instalment) => this.accrued(instalment, this.today)));
    const line = this.allowedCost();
    if (line !== undefined) interest = minOf(interest, maxOf(0n, line - BigInt(terms.fee)));
    const paid =
      total(this.list.map((instalment) => instalment.interestPaid + instalment.principalPaid)) -
      this.forgiven;
    return BigInt(terms.principal) + interest + this.charges() + this.refundReceivable - paid - returnedFee;
  }
  /** The interest and fee together that the ceiling a day allows to today. */
  private allowedCost(): bigint | undefined {
    if (this.perDay === undefined) return undefined;
    const days = BigInt(this.today - this.start);
    return ((BigInt(this.terms.principal) * this.perDay * days) / (million * this.unit)) * this.unit;
  }

  /** Settled before prepayment is allowed, the loan keeps no more than the ceiling allows so far. */
  private keepAllowed(allowed: bigint): boolean {
    const fee = BigInt(this.terms.fee);
    const agreed = total(this.list.map((instalment) => instalment.interest));
    if (agreed + fee <= allowed) return false;
    const later = total(this.list.map((instalment) => this.accrued(instalment, this.prepayFrom())));
    const kept = minOf(later, maxOf(0n, allowed - fee));
    const paid = total(this.list.map(({ interestPaid, principalPaid }) => interestPaid + principalPaid));
    const returnedFee = this.returnedFee();
    const left =
      BigInt(this.terms.principal) + kept + this.charges() + this.refundReceivable - paid - returnedFee;
    if (left < 0n) this.credit += minOf(-left, this.money + returnedFee);
    else this.rounding += left;
    this.close();
    return true;
  }
  private close(): void {
    this.refundReceivable = 0n;
    for (const instalment of this.list) {
      instalment.principalPaid = instalment.principal;
      instalment.interestPaid = instalment.interest;
    }
    this.isClosed = true;
  }
  private returnedFee(hasPaid = this.hasPaid): bigint {
    // Money is returned to whoever paid some.
    if (!hasPaid) return 0n;
    const fee = BigInt(this.terms.fee);
    if (this.isCooling() && this.terms.coolingOff?.feeRetained === false) return fee;
    const allowed = this.allowedCost();
    return allowed === undefined ? 0n : maxOf(0n, fee - allowed);
  }
  canPayOff = (): boolean => this.today >= this.prepayFrom() || this.isCooling();

  status(): LoanStatus {
    const head = this.list[this.head()];
    const other = this.charges() + this.refundReceivable;
    if (this.isClosed || !head || this.unpaid(head) === 0n)
      return other > 0n || this.refundReceivable > 0n ? 'dueSoon' : 'settled';
    if (this.fallenDue(this.today - 1) > 0n) return 'overdue';
    // Charges that no channel may take wait for the next instalment.
    return other > this.tolerance || head.due - this.today <= this.terms.reminderDays ? 'dueSoon' : 'active';
  }

  private floor = (amount: bigint): bigint =>
    amount <= 0n ? 0n : maxOf(this.unit, amount - (amount % this.unit));
  payoffAsked = (): bigint => this.floor(this.payoff());

  dueNow(): bigint {
    const status = this.status();
    if (status === 'settled') return 0n;
    const head = this.head();
    const payoff = this.canPayOff() ? this.payoffAsked() : undefined;
    const due = this.fallenDue(this.today + this.terms.reminderDays);
    const other = this.charges() + this.refundReceivable;
    let amount = due + other;
    // Neither is due by itself: the charges join what is left of the schedule.
    if (status !== 'active' && due === 0n && other <= this.tolerance)
      amount += total(this.list.map(this.unpaid));
    if (status === 'active') {
      const isLast = this.list.every((instalment, index) => index <= head || this.unpaid(instalment) === 0n);
      if (payoff !== undefined && isLast) return payoff;
      amount += total(this.list.slice(0, head + 1).map(this.unpaid));
      amount -= due;
    }
    const requestedAmount = this.floor(amount);
    return payoff !== undefined && payoff < requestedAmount ? payoff : requestedAmount;
  }

  extend(no: number, newDue: number): void {
    const part = this.list.find((instalment) => instalment.no === no);
    if (!part || this.isClosed || newDue <= Math.max(this.today, part.due)) return;
    const { ppm, later, own, ownFrom } = this.moving(part);
    const oldDue = part.due;
    const onDay = (day: number) => (later + (day > ownFrom ? own : 0n)) * ppm;
    let sum = 0n;
    for (let day = oldDue + 1; day <= newDue; day += 1) sum += onDay(day);
    const sumOfCharges = halfEven(sum, million, this.unit);
    part.interest += sumOfCharges;
    part.pieces = [...part.pieces, { from: oldDue, to: newDue, onDay, totalInterest: sumOfCharges }];
    const shift = newDue - oldDue;
    part.due = newDue;
    for (const instalment of this.list)
      if (instalment.no > no) {
        instalment.due += shift;
        instalment.pieces = instalment.pieces.map((piece) => ({
          ...piece,
          from: piece.from + shift,
          to: piece.to + shift,
          onDay: (day: number) => piece.onDay(day - shift),
        }));
      }
    this.extensionsUsed += 1;
  }
  private moving(part: Instalment) {
    const unpaid = (instalments: readonly Instalment[]) =>
      total(instalments.map((instalment) => instalment.principal - instalment.principalPaid));
    return {
      ppm: BigInt(this.terms.dailyPpm),
      later: unpaid(this.list.filter((instalment) => instalment.no > part.no)),
      own: unpaid(this.joined(part.no)),
      ownFrom: Math.max(this.today, part.due),
    };
  }

  /** The price of an extension today and the new due day; undefined if it is refused. */
  extension(): { price: bigint; no: number; newDue: number } | undefined {
    const { terms, today } = this;
    const part = this.list[this.head()];
    const last = this.list.at(-1);
    if (!['dueSoon', 'overdue'].includes(this.status()) || !part || !last) return undefined;
    if (this.runsArrangement()) return undefined;
    if (this.extensionsUsed >= terms.extensions || part.due - today > terms.reminderDays) return undefined;
    const isLate = this.fallenDue(today - 1) > 0n;
    const late = this.list.filter(
      (instalment) => instalment.no >= part.no && instalment.due < today && this.unpaid(instalment) > 0n,
    );
    if (isLate && late.length > 1) return undefined;
    const length =
      terms.kind === 'single' || terms.periods === 1
        ? terms.termDays
        : (terms.termDays - (terms.firstPeriodDays ?? terms.termDays / terms.periods)) / (terms.periods - 1);
    const newDue = Math.max(part.due, today) + length;
    if (last.due + newDue - part.due - this.start > 365) return undefined;
    const interest = total(
      this.joined(part.no).map((instalment) =>
        maxOf(0n, this.accrued(instalment, today) - instalment.interestPaid),
      ),
    );
    const owed = interest + this.late(part) - part.latePaid + this.penalty() - this.penaltyPaid;
    const price = maxOf(maxOf(100n, this.unit), owed - (owed % this.unit));
    if (part.principal - part.principalPaid <= maxOf(0n, price - owed)) return undefined;
    // A price that settles the loan settles it: no instalment remains to move.
    if (this.canPayOff() && this.payoff() - price <= this.tolerance) return undefined;
    return { price, no: part.no, newDue };
  }

  /** A day ends: the payments so far may settle the loan. */
  endDay(hasMoney: boolean): void {
    if (this.isClosed && hasMoney && this.refundReceivable <= this.tolerance) {
      this.rounding += this.refundReceivable;
      this.refundReceivable = 0n;
    }
    if (this.isClosed || !(hasMoney || this.today === this.prepayFrom())) return;
    const wasSettled = this.owedInAll() === 0n;
    if (this.canPayOff()) {
      const payoff = this.payoff(this.returnedFee());
      if (payoff <= this.tolerance) {
        this.rounding -= this.forgiven;
        if (payoff < 0n) this.credit += minOf(-payoff, this.money + this.returnedFee());
        else this.rounding += payoff;
        this.close();
        return;
      }
    }
    const owed = this.owedInAll();
    if (!hasMoney || owed > this.tolerance) return;
    const allowed = this.canPayOff() ? undefined : this.allowedCost();
    if ((allowed !== undefined && this.keepAllowed(allowed)) || wasSettled) return;
    this.rounding += owed;
    this.forgiven += total(this.list.map(this.unpaid));
    this.refundReceivable = 0n;
    for (const instalment of this.list) {
      instalment.interestPaid = instalment.interest;
      instalment.principalPaid = instalment.principal;
      instalment.latePaid = this.late(instalment);
    }
    this.penaltyPaid = this.penalty();
  }
}

type Undoing = Extract<LoanEvent, { kind: 'reversed' }>;

/**
 * The days without charges of each reversed payment: from its own day until three days after its reversal, on what it had paid
 * when everything but that reversal and later ones is replayed.
 */
function gracesOf(terms: Terms, events: readonly LoanEvent[], missedOn: MissedOn): Grace[] {
  const paymentOf = ({ target }: Undoing) => events.find(({ id, kind }) => id === target && kind === 'paid');
  const reversals = events
    .filter((event): event is Undoing => event.kind === 'reversed' && paymentOf(event) !== undefined)
    .sort((a, b) => dayOf(a.valueDate) - dayOf(b.valueDate) || a.seq - b.seq);
  const graces: Grace[] = [];
  reversals.forEach((reversal, index) => {
    const payment = paymentOf(reversal);
    const unknown = reversals.slice(index).map(({ id }) => id);
    const known = events.filter(({ id }) => !unknown.includes(id));
    const disbursed = known.find(({ kind }) => kind === 'disbursed');
    if (!payment || !disbursed || dayOf(payment.valueDate) < dayOf(disbursed.valueDate)) return;
    const without = known.filter(
      (event) =>
        event.id !== payment.id &&
        !(event.kind === 'refunded' && event.valueDate === payment.valueDate) &&
        (event.valueDate < payment.valueDate ||
          (event.valueDate === payment.valueDate && (event.seq < payment.seq || event.kind === 'waived')) ||
          event.kind === 'reversed'),
    );
    const [before, after] = [without, [...without, payment]].map((list) =>
      replay(terms, list, payment.valueDate, { graces, missedOn, priced: standing(known) }),
    );
    const end =
      reversal.valueDate > payment.valueDate
        ? replay(terms, known, dateOf(dayOf(reversal.valueDate) - 1), { graces, missedOn })
        : after;
    const moved = standing(known).find(
      (event) => event.kind === 'extended' && [event.paidBy, ...(event.parts ?? [])].includes(payment.id),
    );
    const asMoved =
      moved &&
      replay(terms, known, dateOf(Math.max(dayOf(reversal.valueDate) - 1, dayOf(payment.valueDate))), {
        graces,
        missedOn,
      });
    if (moved?.kind === 'extended')
      for (const { no, due } of asMoved?.list ?? [])
        if (no >= moved.instalment)
          graces.push({
            from: dayOf(payment.valueDate),
            until: dayOf(reversal.valueDate) > due ? due : dayOf(reversal.valueDate) + 3,
            paid: new Map([[no, { interest: 10n ** 18n, principal: 10n ** 18n }]]),
          });
    const isSettled = end !== undefined && (end.isClosed ? end.refundReceivable : end.owedInAll()) === 0n;
    graces.push({
      from: dayOf(payment.valueDate),
      until: dayOf(reversal.valueDate) + 3,
      paid: isSettled
        ? 'all'
        : new Map(
            (after?.list ?? []).map((instalment, at) => {
              const former = before?.list[at];
              return [
                instalment.no,
                {
                  interest: instalment.interestPaid - (former?.interestPaid ?? 0n),
                  principal: instalment.principalPaid - (former?.principalPaid ?? 0n),
                },
              ];
            }),
          ),
    });
  });
  return graces;
}

/** Applies a loan's events up to the end of a day. */
export function replayDayByDay(terms: Terms, events: readonly LoanEvent[], asOf: string): ReferenceLoan {
  const missedOn = missedEvenings(terms, events);
  return replay(terms, events, asOf, { graces: gracesOf(terms, events, missedOn), missedOn });
}

/** True if an evening of an arrangement was missed by what was known then; undefined: by the replayed events themselves. */
type MissedOn = ((day: number) => boolean) | undefined;

/** Until the day of its reversal a payment counts. */
function missedEvenings(terms: Terms, events: readonly LoanEvent[]): MissedOn {
  if (!events.some(({ kind }) => kind === 'arranged') || !events.some(({ kind }) => kind === 'reversed'))
    return undefined;
  const found = new Map<number, boolean>();
  const missedOn = (day: number): boolean => {
    const before = found.get(day);
    if (before !== undefined) return before;
    const known = events.filter(({ kind, valueDate }) => kind !== 'reversed' || dayOf(valueDate) <= day);
    const earlier = (other: number) => (other < day ? missedOn(other) : false);
    const graces = gracesOf(terms, known, earlier);
    const evening = replay(terms, known, dateOf(day), { graces, missedOn: earlier });
    found.set(day, evening.isMissed());
    return evening.isMissed();
  };
  return missedOn;
}

/** The price of an extension at the end of a day, less the amount paid for it that day. */
export function extensionOn(terms: Terms, events: readonly LoanEvent[], asOf: string) {
  const paidForIt = standing(events).flatMap((event) =>
    event.kind === 'paid' && event.valueDate === asOf && event.extends !== undefined
      ? [{ kind: 'extended', instalment: event.extends, paidBy: event.id }]
      : [],
  );
  const priced = [...paidForIt, ...standing(events)] as readonly LoanEvent[];
  const parts = standing(events).flatMap((event) =>
    paidForIt.some(({ paidBy }) => paidBy === event.id) && movedBy(standing(events), event.id) === undefined
      ? [event.id]
      : [],
  );
  const missedOn = missedEvenings(terms, events);
  const graces = gracesOf(terms, events, missedOn);
  const found = replay(terms, events, asOf, { graces, missedOn, priced }).extension();
  return found && { ...found, parts };
}

/** The events that were not undone, nor made void by what undid another. */
function standing(events: readonly LoanEvent[]): LoanEvent[] {
  const undone = new Set(events.flatMap((event) => (event.kind === 'reversed' ? [event.target] : [])));
  return events.filter(
    (event) =>
      !undone.has(event.id) &&
      !(event.kind === 'extended' && [event.paidBy, ...(event.parts ?? [])].some((id) => undone.has(id))),
  );
}

/** The number of the instalment that a payment's extension moved, if it paid for one. */
function movedBy(events: readonly LoanEvent[], payment: string): number | undefined {
  for (const event of events)
    if (event.kind === 'extended' && [event.paidBy, ...(event.parts ?? [])].includes(payment))
      return event.instalment;
  return undefined;
}

/** `priced`: the events that say which payments are the price of an extension, by default the replayed ones. */
function replay(
  terms: Terms,
  events: readonly LoanEvent[],
  asOf: string,
  {
    graces,
    missedOn,
    priced,
  }: {
    readonly graces: readonly Grace[];
    readonly missedOn: MissedOn;
    readonly priced?: readonly LoanEvent[];
  },
): ReferenceLoan {
  const real = standing(events);
  const disbursed = real.find((event) => event.kind === 'disbursed');
  if (!disbursed) throw new Error('not disbursed');
  const loan = new ReferenceLoan(terms, dayOf(disbursed.valueDate));
  loan.graces = graces;
  for (;;) {
    const today = real.filter((event) => dayOf(event.valueDate) === loan.today).sort((a, b) => a.seq - b.seq);
    for (const event of today) if (event.kind === 'waived') loan.waive(event);
    for (const event of today) {
      if (event.kind === 'paid') loan.pay(BigInt(event.amount), movedBy(priced ?? real, event.id));
      if (event.kind === 'extended') loan.extend(event.instalment, dayOf(event.newDueDate));
      if (event.kind === 'arranged') loan.arrange(event);
    }
    loan.endDay(today.some((event) => event.kind === 'paid' || event.kind === 'waived'));
    for (const event of today) if (event.kind === 'refunded') loan.refund(BigInt(event.amount));
    loan.endEvening(missedOn ? missedOn(loan.today) : loan.isMissed());
    if (loan.today === dayOf(asOf)) return loan;
    loan.nextDay();
  }
}
