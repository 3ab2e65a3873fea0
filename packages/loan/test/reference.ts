// An independent reckoning of the rules: slow, exact, one day after another, in whole cents as bigints. It shares no code
// with the engine, only the types of its input.
import type { LoanEvent, Terms } from '../src/index.ts';

const million = 1_000_000n;
export const dayOf = (date: string): number => Date.parse(date) / 86_400_000;

function halfEven(numerator: bigint, denominator: bigint, unit: bigint): bigint {
  const by = denominator * unit;
  const [whole, rest] = [numerator / by, numerator % by];
  const isUp = rest * 2n > by || (rest * 2n === by && whole % 2n === 1n);
  return (isUp ? whole + 1n : whole) * unit;
}
const least = (a: bigint, b: bigint) => (a < b ? a : b);
const most = (a: bigint, b: bigint) => (a > b ? a : b);
const total = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + one, 0n);

/** Interest that accrues day by day, and what it comes to at its end. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly onDay: (day: number) => bigint;
  readonly inAll: bigint;
}

interface Instalment {
  readonly no: number;
  due: number;
  interest: bigint;
  readonly principal: bigint;
  interestPaid: bigint;
  principalPaid: bigint;
  pieces: Piece[];
  lateSum: bigint;
  latePaid: bigint;
}

/** A debt that money can pay. */
interface Debt {
  readonly owed: () => bigint;
  readonly pay: (amount: bigint) => void;
}

/** A loan lived day by day by the rules as they are written. */
export class Reckoning {
  readonly list: Instalment[];
  readonly start: number;
  readonly unit: bigint;
  readonly tolerance: bigint;
  readonly terms: Terms;
  readonly perDay: bigint | undefined;
  today: number;
  penaltyBegan = false;
  penaltyPaid = 0n;
  credit = 0n;
  refundOwed = 0n;
  rounding = 0n;
  /** Of the schedule, forgiven before the loan could be paid off. */
  forgiven = 0n;
  /** Money that paid interest or principal: no more than that can become credit again. */
  money = 0n;
  isClosed = false;
  extensionsUsed = 0;

  constructor(terms: Terms, start: number) {
    this.terms = terms;
    this.start = start;
    this.today = start;
    this.unit = BigInt(terms.unit ?? 1);
    this.tolerance = BigInt(terms.tolerance ?? 0);
    this.perDay = terms.ceilings?.perDay?.[0] && BigInt(terms.ceilings.perDay[0].ppm);
    this.list = this.plan();
  }

  private plan(): Instalment[] {
    const { terms, unit, start } = this;
    const ppm = BigInt(terms.dailyPpm);
    const n = terms.periods;
    const first = terms.firstPeriodDays ?? terms.termDays / n;
    const later = n === 1 ? 0 : (terms.termDays - first) / (n - 1);
    const lengths = Array.from({ length: n }, (_, index) => (index === 0 ? first : later));
    // The payment whose discounted sum is the principal: P ÷ Σ 1/Π(1 + r), over a common denominator.
    const factor = (days: number) => million + ppm * BigInt(days);
    const product = (days: readonly number[]) => days.reduce((all, one) => all * factor(one), 1n);
    const discounted = lengths.map(
      (_, index) => million ** BigInt(index + 1) * product(lengths.slice(index + 1)),
    );
    const payment = halfEven(BigInt(terms.principal) * product(lengths), total(discounted), unit);
    let balance = BigInt(terms.principal);
    let from = start;
    return lengths.map((days, index) => {
      const opening = balance;
      const interest = halfEven(opening * ppm * BigInt(days), million, unit);
      const isLast = index === n - 1;
      const principal = isLast ? opening : least(opening, most(0n, payment - interest));
      balance -= principal;
      const due = from + days;
      const pieces = [{ from, to: due, onDay: () => opening * ppm, inAll: interest }];
      from = due;
      return {
        no: index + 1,
        due,
        interest,
        principal,
        interestPaid: 0n,
        principalPaid: 0n,
        pieces,
        lateSum: 0n,
        latePaid: 0n,
      };
    });
  }

  unpaid = (one: Instalment): bigint => one.interest - one.interestPaid + one.principal - one.principalPaid;
  late = (one: Instalment): bigint => halfEven(one.lateSum, million, this.unit);
  penalty = (): bigint => (this.penaltyBegan ? BigInt(this.terms.penalty) : 0n);
  charges = (): bigint =>
    this.isClosed
      ? 0n
      : total(this.list.map((one) => this.late(one) - one.latePaid)) + this.penalty() - this.penaltyPaid;
  owedInAll = (): bigint => total(this.list.map(this.unpaid)) + this.charges() + this.refundOwed;

  accrued(one: Instalment, day: number): bigint {
    let accrued = 0n;
    for (const piece of one.pieces) {
      let sum = 0n;
      for (let each = piece.from + 1; each <= Math.min(day, piece.to); each += 1) sum += piece.onDay(each);
      accrued += day >= piece.to ? piece.inAll : least(piece.inAll, halfEven(sum, million, this.unit));
    }
    return least(accrued, one.interest);
  }

  /** The place of the instalment that all unpaid remainders up to the tolerance join. */
  head(): number {
    let sum = 0n;
    let last = -1;
    for (const [index, one] of this.list.entries()) {
      sum += this.unpaid(one);
      if (this.unpaid(one) > 0n) last = index;
      if (sum > this.tolerance) return index;
    }
    return last;
  }
  fallenDue(day: number): bigint {
    const sum = total(this.list.filter((one) => one.due <= day).map(this.unpaid));
    return sum > this.tolerance ? sum : 0n;
  }

  prepayFrom(): number {
    return this.start + Math.max(Math.ceil(this.terms.termDays / 2), this.terms.prepayMinDays);
  }
  isCooling(): boolean {
    return this.terms.coolingOff !== undefined && this.today - this.start <= this.terms.coolingOff.days;
  }

  /** Amount lent, interest to today, charges and refunds owed, less all that was paid or waived. May be negative. */
  payoff(): bigint {
    if (this.isClosed) return this.refundOwed;
    const { terms } = this;
    const days = BigInt(this.today - this.start);
    let interest = total(this.list.map((one) => this.accrued(one, this.today)));
    if (this.perDay !== undefined) {
      const line = (BigInt(terms.principal) * this.perDay * days) / (million * this.unit);
      interest = least(interest, most(0n, line * this.unit - BigInt(terms.fee)));
    }
    const given = this.isCooling() && terms.coolingOff?.feeKept === false ? BigInt(terms.fee) : 0n;
    const paid = total(this.list.map((one) => one.interestPaid + one.principalPaid)) - this.forgiven;
    return BigInt(terms.principal) + interest + this.charges() + this.refundOwed - paid - given;
  }
  canPayOff = (): boolean => this.today >= this.prepayFrom() || this.isCooling();

  status(): number {
    const head = this.list[this.head()];
    const other = this.charges() + this.refundOwed;
    if (this.isClosed || !head || this.unpaid(head) === 0n)
      return other > 0n || this.refundOwed > 0n ? 174 : 200;
    if (this.fallenDue(this.today - 1) > 0n) return 180;
    return other > 0n || head.due - this.today <= this.terms.reminderDays ? 174 : 170;
  }

  private floor = (amount: bigint): bigint =>
    amount <= 0n ? 0n : most(this.unit, amount - (amount % this.unit));
  payoffAsked = (): bigint => this.floor(this.payoff());

  asked(): bigint {
    const status = this.status();
    if (status === 200) return 0n;
    const head = this.head();
    const payoff = this.canPayOff() ? this.payoffAsked() : undefined;
    let amount = this.fallenDue(this.today + this.terms.reminderDays) + this.charges() + this.refundOwed;
    if (status === 170) {
      const isLast = this.list.every((one, index) => index <= head || this.unpaid(one) === 0n);
      if (payoff !== undefined && isLast) return payoff;
      amount = total(this.list.slice(0, head + 1).map(this.unpaid));
    }
    const asked = this.floor(amount);
    return payoff !== undefined && payoff < asked ? payoff : asked;
  }

  /** One more day begins: what was late when the last one ended bears its late charges. */
  nextDay(): void {
    this.today += 1;
    if (this.isClosed) return;
    const past = this.list.filter((one) => one.due < this.today && this.unpaid(one) > 0n);
    let sum = 0n;
    let principal = 0n;
    let isLate = false;
    for (const one of past) {
      sum += this.unpaid(one);
      principal += one.principal - one.principalPaid;
      if (!isLate && sum <= this.tolerance) continue;
      isLate = true;
      const lateDay = this.today - one.due;
      const tier = this.terms.lateTiers.find(({ untilDay }) => untilDay === undefined || lateDay <= untilDay);
      const agreed = BigInt(tier?.ppm ?? 0);
      one.lateSum += this.perDay === undefined ? sum * agreed : principal * least(agreed, this.perDay);
      this.penaltyBegan = true;
      sum = 0n;
      principal = 0n;
    }
  }

  private interestOf = (one: Instalment, until?: () => bigint): Debt => ({
    owed: () => (until ? until() : one.interest) - one.interestPaid,
    pay: (amount) => {
      one.interestPaid += amount;
      this.money += amount;
    },
  });
  private principalOf = (one: Instalment): Debt => ({
    owed: () => one.principal - one.principalPaid,
    pay: (amount) => {
      one.principalPaid += amount;
      this.money += amount;
    },
  });
  private lateOf = (one: Instalment): Debt => ({
    owed: () => this.late(one) - one.latePaid,
    pay: (amount) => {
      one.latePaid += amount;
    },
  });
  private penaltyDebt = (): Debt => ({
    owed: () => this.penalty() - this.penaltyPaid,
    pay: (amount) => {
      this.penaltyPaid += amount;
    },
  });
  private chargeDebts = (): Debt[] => [...this.list.map(this.lateOf), this.penaltyDebt()];
  private scheduled = (some: readonly Instalment[]): Debt[] =>
    some.flatMap((one) => [this.interestOf(one), this.principalOf(one)]);

  private pour(amount: bigint, debts: readonly Debt[]): bigint {
    let left = amount;
    for (const debt of debts) {
      const part = least(left, most(0n, debt.owed()));
      debt.pay(part);
      left -= part;
    }
    return left;
  }

  /** The instalment in question, with the remainders that join it. */
  joined(no: number): Instalment[] {
    const before = this.list.filter((one) => one.no < no && this.unpaid(one) > 0n);
    const part = this.list.filter((one) => one.no === no);
    return total(before.map(this.unpaid)) <= this.tolerance ? [...before, ...part] : part;
  }

  pay(amount: bigint, extended?: number): void {
    const refund: Debt = {
      owed: () => this.refundOwed,
      pay: (part) => {
        this.refundOwed -= part;
      },
    };
    const until = this.today + this.terms.reminderDays;
    const due = this.fallenDue(until) > 0n ? this.list.filter((one) => one.due <= until) : [];
    const own = this.list.filter((one) => one.no === extended);
    const price = own.flatMap((one) => [
      ...this.joined(one.no).map((each) => this.interestOf(each, () => this.accrued(each, this.today))),
      this.lateOf(one),
      this.penaltyDebt(),
      this.principalOf(one),
    ]);
    const open = [
      ...price,
      ...(this.terms.allocation === 'chargesFirst' ? this.chargeDebts() : []),
      ...this.scheduled(due),
      ...this.chargeDebts(),
      refund,
      ...this.scheduled(this.list),
    ];
    this.credit += this.pour(amount, this.isClosed ? [refund] : open);
  }

  waive(event: Extract<LoanEvent, { kind: 'waived' }>): void {
    if (this.isClosed) return;
    const before = this.money;
    this.pour(
      BigInt(event.interest),
      this.list.map((one) => this.interestOf(one)),
    );
    this.pour(BigInt(event.principal), this.list.map(this.principalOf));
    this.pour(BigInt(event.late), this.list.map(this.lateOf));
    this.pour(BigInt(event.penalty), [this.penaltyDebt()]);
    this.money = before;
  }

  refund(amount: bigint): void {
    const covered = least(this.credit, amount);
    this.credit -= covered;
    this.refundOwed += amount - covered;
  }

  extend(no: number, newDue: number): void {
    const part = this.list.find((one) => one.no === no);
    if (!part || this.isClosed || newDue <= Math.max(this.today, part.due)) return;
    const { ppm, later, own, ownFrom } = this.moving(part);
    const oldDue = part.due;
    const onDay = (day: number) => (later + (day > ownFrom ? own : 0n)) * ppm;
    let sum = 0n;
    for (let day = oldDue + 1; day <= newDue; day += 1) sum += onDay(day);
    const inAll = halfEven(sum, million, this.unit);
    part.interest += inAll;
    part.pieces = [...part.pieces, { from: oldDue, to: newDue, onDay, inAll }];
    const shift = newDue - oldDue;
    part.due = newDue;
    for (const one of this.list)
      if (one.no > no) {
        one.due += shift;
        one.pieces = one.pieces.map((piece) => ({
          ...piece,
          from: piece.from + shift,
          to: piece.to + shift,
          onDay: (day: number) => piece.onDay(day - shift),
        }));
      }
    this.extensionsUsed += 1;
  }
  private moving(part: Instalment) {
    const left = (some: readonly Instalment[]) => total(some.map((one) => one.principal - one.principalPaid));
    return {
      ppm: BigInt(this.terms.dailyPpm),
      later: left(this.list.filter((one) => one.no > part.no)),
      own: left(this.joined(part.no)),
      ownFrom: Math.max(this.today, part.due),
    };
  }

  /** The price of an extension today and where it leads; undefined where it is refused. */
  extension(): { price: bigint; no: number; newDue: number } | undefined {
    const { terms, today } = this;
    const part = this.list[this.head()];
    const last = this.list.at(-1);
    if (![174, 180].includes(this.status()) || !part || !last) return undefined;
    if (this.extensionsUsed >= terms.extensions || part.due - today > terms.reminderDays) return undefined;
    const isLate = this.fallenDue(today - 1) > 0n;
    const late = this.list.filter((one) => one.no >= part.no && one.due < today && this.unpaid(one) > 0n);
    if (isLate && late.length > 1) return undefined;
    const length =
      terms.kind === 'single' || terms.periods === 1
        ? terms.termDays
        : (terms.termDays - (terms.firstPeriodDays ?? terms.termDays / terms.periods)) / (terms.periods - 1);
    const newDue = Math.max(part.due, today) + length;
    if (last.due + newDue - part.due - this.start > 365) return undefined;
    const interest = total(
      this.joined(part.no).map((one) => most(0n, this.accrued(one, today) - one.interestPaid)),
    );
    const owed = interest + this.late(part) - part.latePaid + this.penalty() - this.penaltyPaid;
    const price = most(most(100n, this.unit), owed - (owed % this.unit));
    if (part.principal - part.principalPaid <= most(0n, price - owed)) return undefined;
    // Whoever pays a price that settles the loan has settled it: nothing is left to move.
    if (this.canPayOff() && this.payoff() - price <= this.tolerance) return undefined;
    return { price, no: part.no, newDue };
  }

  /** A day ends: what was paid so far may settle the loan. */
  endDay(hasMoney: boolean): void {
    if (this.isClosed && hasMoney && this.refundOwed <= this.tolerance) {
      this.rounding += this.refundOwed;
      this.refundOwed = 0n;
    }
    if (this.isClosed || !(hasMoney || this.today === this.prepayFrom())) return;
    const wasSettled = this.owedInAll() === 0n;
    if (this.canPayOff()) {
      const payoff = this.payoff();
      if (payoff <= this.tolerance) {
        this.rounding -= this.forgiven;
        if (payoff < 0n) this.credit += least(-payoff, this.money);
        else this.rounding += payoff;
        this.refundOwed = 0n;
        for (const one of this.list) {
          one.principalPaid = one.principal;
          one.interestPaid = one.interest;
        }
        this.isClosed = true;
        return;
      }
    }
    const owed = this.owedInAll();
    if (!hasMoney || wasSettled || owed > this.tolerance) return;
    this.rounding += owed;
    this.forgiven += total(this.list.map(this.unpaid));
    this.refundOwed = 0n;
    for (const one of this.list) {
      one.interestPaid = one.interest;
      one.principalPaid = one.principal;
      one.latePaid = this.late(one);
    }
    this.penaltyPaid = this.penalty();
  }
}

/** Lives a loan's events up to the end of a day. */
export function reckon(terms: Terms, events: readonly LoanEvent[], asOf: string): Reckoning {
  const undone = new Set(events.flatMap((event) => (event.kind === 'reversed' ? [event.target] : [])));
  const real = events.filter(
    (event) => !undone.has(event.id) && !(event.kind === 'extended' && undone.has(event.paidBy)),
  );
  const disbursed = real.find((event) => event.kind === 'disbursed');
  if (!disbursed) throw new Error('not disbursed');
  const loan = new Reckoning(terms, dayOf(disbursed.valueDate));
  for (;;) {
    const today = real.filter((event) => dayOf(event.valueDate) === loan.today).sort((a, b) => a.seq - b.seq);
    for (const event of today) if (event.kind === 'waived') loan.waive(event);
    for (const event of today) {
      if (event.kind === 'paid') loan.pay(BigInt(event.amount), event.extends);
      if (event.kind === 'extended') loan.extend(event.instalment, dayOf(event.newDueDate));
    }
    loan.endDay(today.some((event) => event.kind === 'paid' || event.kind === 'waived'));
    for (const event of today) if (event.kind === 'refunded') loan.refund(BigInt(event.amount));
    if (loan.today === dayOf(asOf)) return loan;
    loan.nextDay();
  }
}
