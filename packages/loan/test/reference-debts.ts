import type { LoanEvent, Terms } from '../src/index.ts';
import { dayOf, halfEven, type Instalment, maxOf, million, minOf, planned, total } from './reference-plan.ts';

/** After `from`, up to and including `until`: these cents of each instalment, by number; `all`: everything. */
export interface Grace {
  readonly from: number;
  readonly until: number;
  readonly paid: 'all' | ReadonlyMap<number, { readonly interest: bigint; readonly principal: bigint }>;
}

/** An agreement to pay instalments in parts; days are day numbers. */
export interface Arrangement {
  readonly from: number;
  readonly numbers: readonly number[];
  readonly parts: readonly { readonly day: number; readonly amount: bigint }[];
}

/** A debt that money can pay. */
interface Debt {
  readonly owed: () => bigint;
  readonly pay: (amount: bigint) => void;
}

/** A loan's debts and the money that pays them, as the rules define them. */
export class Debts {
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
  refundReceivable = 0n;
  rounding = 0n;
  /** Forgiven part of the schedule, before the loan could be paid off. */
  forgiven = 0n;
  /** Money that paid interest or principal: at most this much can become credit again. */
  money = 0n;
  isClosed = false;
  hasPaid = false;
  /** Spans of days on which part of an instalment bears no late charges: the loan was said to be paid. */
  graces: readonly Grace[] = [];
  extensionsUsed = 0;
  arrangement: Arrangement | undefined;
  /** Missed evenings in a row. On the sixth the arrangement is broken. */
  missedEvenings = 0;
  isBroken = false;
  brokenOn = 0;
  /** The charges that today's late day would bear of arranged instalments, if the arrangement is broken this evening. */
  private spared: { readonly instalment: Instalment; readonly sum: bigint }[] = [];

  constructor(terms: Terms, start: number) {
    this.terms = terms;
    this.start = start;
    this.today = start;
    this.unit = BigInt(terms.unit ?? 1);
    this.tolerance = BigInt(terms.tolerance ?? 0);
    this.perDay = terms.ceilings?.perDay?.[0] && BigInt(terms.ceilings.perDay[0].ppm);
    this.list = planned(terms, this.unit, start);
  }

  unpaid = (instalment: Instalment): bigint =>
    instalment.interest - instalment.interestPaid + instalment.principal - instalment.principalPaid;
  late = (instalment: Instalment): bigint => halfEven(instalment.lateSum, million, this.unit);
  penalty = (): bigint => (this.penaltyBegan ? BigInt(this.terms.penalty) : 0n);
  charges = (): bigint =>
    this.isClosed
      ? 0n
      : total(this.list.map((instalment) => this.late(instalment) - instalment.latePaid)) +
        this.penalty() -
        this.penaltyPaid;
  owedInAll = (): bigint => total(this.list.map(this.unpaid)) + this.charges() + this.refundReceivable;

  accrued(instalment: Instalment, day: number): bigint {
    let accrued = 0n;
    for (const piece of instalment.pieces) {
      let sum = 0n;
      for (let each = piece.from + 1; each <= Math.min(day, piece.to); each += 1) sum += piece.onDay(each);
      accrued +=
        day >= piece.to ? piece.totalInterest : minOf(piece.totalInterest, halfEven(sum, million, this.unit));
    }
    return minOf(accrued, instalment.interest);
  }

  /** The index of the instalment that all unpaid remainders up to the tolerance join. */
  head(): number {
    let sum = 0n;
    let last = -1;
    for (const [index, instalment] of this.list.entries()) {
      sum += this.unpaid(instalment);
      if (this.unpaid(instalment) > 0n) last = index;
      if (sum > this.tolerance) return index;
    }
    return last;
  }
  fallenDue(day: number): bigint {
    const sum = total(this.list.filter((instalment) => instalment.due <= day).map(this.unpaid));
    return sum > this.tolerance ? sum : 0n;
  }

  /** The part of an unpaid instalment, and of its principal, that bears charges today. */
  private bearingCharges(instalment: Instalment): readonly [bigint, bigint] {
    let bearing = this.unpaid(instalment);
    let principal = instalment.principal - instalment.principalPaid;
    for (const { from, until, paid } of this.graces) {
      if (this.today <= from || this.today > until) continue;
      if (paid === 'all') return [0n, 0n];
      const part = paid.get(instalment.no);
      bearing -= (part?.interest ?? 0n) + (part?.principal ?? 0n);
      principal -= part?.principal ?? 0n;
    }
    return [maxOf(0n, bearing), maxOf(0n, principal)];
  }

  arrange(event: Extract<LoanEvent, { kind: 'arranged' }>): void {
    this.arrangement = {
      from: this.today,
      numbers: event.instalments,
      parts: event.parts.map(({ date, amount }) => ({ day: dayOf(date), amount: BigInt(amount) })),
    };
    this.missedEvenings = 0;
    this.isBroken = false;
    this.spared = [];
  }
  /** The arrangement that orders today's payments: until the evening on which it is broken. */
  private kept = (): Arrangement | undefined => (this.isBroken ? undefined : this.arrangement);
  private isArranged = ({ no }: Instalment): boolean => this.arrangement?.numbers.includes(no) ?? false;
  /** Everything owed of these instalments, with the penalty. */
  owedOf = (instalments: readonly Instalment[]): bigint =>
    total(instalments.map((each) => this.unpaid(each) + this.late(each) - each.latePaid)) +
    this.penalty() -
    this.penaltyPaid;
  /** The rest of the arranged part beyond the parts dated later. */
  partsDue(): bigint {
    const later = (this.arrangement?.parts ?? []).filter(({ day }) => day > this.today);
    const left = this.owedOf(this.list.filter(this.isArranged));
    return maxOf(0n, left - total(later.map(({ amount }) => amount)));
  }
  /** True if an arrangement is neither paid nor broken before today. */
  runsArrangement = (): boolean =>
    !this.isClosed &&
    this.arrangement !== undefined &&
    (!this.isBroken || this.brokenOn === this.today) &&
    this.owedOf(this.list.filter(this.isArranged)) > this.tolerance;
  isMissed = (): boolean => !this.isClosed && this.partsDue() > this.tolerance;

  /** The evening of a kept arrangement: the sixth missed one in a row breaks it, and today's late day counts. */
  endEvening(isMissed: boolean): void {
    if (!this.kept()) return;
    this.missedEvenings = isMissed ? this.missedEvenings + 1 : 0;
    if (this.missedEvenings < 6) return;
    this.isBroken = true;
    this.brokenOn = this.today;
    for (const { instalment, sum } of this.spared) instalment.lateSum += sum;
  }

  /** The next day begins: amounts that were late at the end of the previous day bear its late charges. */
  nextDay(): void {
    this.today += 1;
    this.spared = [];
    if (this.isClosed) return;
    const past = this.list.filter(
      (instalment) => instalment.due < this.today && this.unpaid(instalment) > 0n,
    );
    if (this.kept()) {
      // The arranged instalments are free, and no remainder of theirs joins another one.
      for (const { instalment, sum } of this.lateDay(past)) {
        if (this.isArranged(instalment)) this.spared.push({ instalment, sum });
      }
      this.bear(this.lateDay(past.filter((instalment) => !this.isArranged(instalment))));
    } else this.bear(this.lateDay(past));
  }
  private bear(day: readonly { readonly instalment: Instalment; readonly sum: bigint }[]): void {
    for (const { instalment, sum } of day) {
      instalment.lateSum += sum;
      this.penaltyBegan = true;
    }
  }
  /** Today's charges of each late instalment. */
  private lateDay(past: readonly Instalment[]): { readonly instalment: Instalment; readonly sum: bigint }[] {
    const borne: { instalment: Instalment; sum: bigint }[] = [];
    let sum = 0n;
    let principal = 0n;
    let isLate = false;
    for (const instalment of past) {
      const [bearing, bearingPrincipal] = this.bearingCharges(instalment);
      if (bearing === 0n) continue;
      sum += bearing;
      principal += bearingPrincipal;
      if (!isLate && sum <= this.tolerance) continue;
      isLate = true;
      const lateDay = this.today - instalment.due;
      const tier = this.terms.lateTiers.find(({ untilDay }) => untilDay === undefined || lateDay <= untilDay);
      const agreed = BigInt(tier?.ppm ?? 0);
      borne.push({
        instalment,
        sum: this.perDay === undefined ? sum * agreed : principal * minOf(agreed, this.perDay),
      });
      sum = 0n;
      principal = 0n;
    }
    return borne;
  }

  private interestOf = (instalment: Instalment, until?: () => bigint): Debt => ({
    owed: () => (until ? until() : instalment.interest) - instalment.interestPaid,
    pay: (amount) => {
      instalment.interestPaid += amount;
      this.money += amount;
    },
  });
  private principalOf = (instalment: Instalment): Debt => ({
    owed: () => instalment.principal - instalment.principalPaid,
    pay: (amount) => {
      instalment.principalPaid += amount;
      this.money += amount;
    },
  });
  private lateOf = (instalment: Instalment): Debt => ({
    owed: () => this.late(instalment) - instalment.latePaid,
    pay: (amount) => {
      instalment.latePaid += amount;
    },
  });
  private penaltyDebt = (): Debt => ({
    owed: () => this.penalty() - this.penaltyPaid,
    pay: (amount) => {
      this.penaltyPaid += amount;
    },
  });
  private chargeDebts = (): Debt[] => [...this.list.map(this.lateOf), this.penaltyDebt()];
  private scheduled = (instalments: readonly Instalment[]): Debt[] =>
    instalments.flatMap((instalment) => [this.interestOf(instalment), this.principalOf(instalment)]);

  private allocate(amount: bigint, debts: readonly Debt[]): bigint {
    let remaining = amount;
    for (const debt of debts) {
      const part = minOf(remaining, maxOf(0n, debt.owed()));
      debt.pay(part);
      remaining -= part;
    }
    return remaining;
  }

  /** The instalment, with the remainders that join it. */
  joined(no: number): Instalment[] {
    const before = this.list.filter((instalment) => instalment.no < no && this.unpaid(instalment) > 0n);
    const part = this.list.filter((instalment) => instalment.no === no);
    return total(before.map(this.unpaid)) <= this.tolerance ? [...before, ...part] : part;
  }

  pay(amount: bigint, extended?: number): void {
    this.hasPaid = true;
    const refund: Debt = {
      owed: () => this.refundReceivable,
      pay: (part) => {
        this.refundReceivable -= part;
      },
    };
    const until = this.today + this.terms.reminderDays;
    const due = this.fallenDue(until) > 0n ? this.list.filter((instalment) => instalment.due <= until) : [];
    const own = this.list.filter((instalment) => instalment.no === extended);
    const price = own.flatMap((instalment) => [
      ...this.joined(instalment.no).map((each) =>
        this.interestOf(each, () => this.accrued(each, this.today)),
      ),
      this.lateOf(instalment),
      this.penaltyDebt(),
      this.principalOf(instalment),
    ]);
    const isArranged = this.kept() && this.owedOf(this.list.filter(this.isArranged)) > this.tolerance;
    const open = isArranged
      ? this.debtsUnderArrangement(until, refund)
      : [
          ...price,
          ...(this.terms.allocation === 'chargesFirst' ? this.chargeDebts() : []),
          ...this.scheduled(due),
          ...this.chargeDebts(),
          refund,
          ...this.scheduled(this.list),
        ];
    this.credit += this.allocate(amount, this.isClosed ? [refund] : open);
  }

  /** Parts fallen due, other instalments in the window, their charges, parts to come, later instalments. */
  private debtsUnderArrangement(until: number, refund: Debt): Debt[] {
    const arranged = this.list.filter(this.isArranged);
    const others = this.list.filter((instalment) => !this.isArranged(instalment));
    const soon = others.filter((instalment) => instalment.due <= until);
    const charges = [...arranged.map(this.lateOf), this.penaltyDebt()];
    const part = [
      ...(this.terms.allocation === 'chargesFirst' ? charges : []),
      ...this.scheduled(arranged),
      ...charges,
    ];
    let due = this.partsDue();
    const partFallenDue = part.map(
      (debt): Debt => ({
        owed: () => minOf(due, debt.owed()),
        pay: (amount) => {
          due -= amount;
          debt.pay(amount);
        },
      }),
    );
    return [
      ...partFallenDue,
      ...(total(soon.map(this.unpaid)) > this.tolerance ? this.scheduled(soon) : []),
      ...others.map(this.lateOf),
      ...part,
      refund,
      ...this.scheduled(others),
    ];
  }

  waive(event: Extract<LoanEvent, { kind: 'waived' }>): void {
    if (this.isClosed) return;
    const before = this.money;
    this.allocate(
      BigInt(event.interest),
      this.list.map((instalment) => this.interestOf(instalment)),
    );
    this.allocate(BigInt(event.principal), this.list.map(this.principalOf));
    this.allocate(BigInt(event.late), this.list.map(this.lateOf));
    this.allocate(BigInt(event.penalty), [this.penaltyDebt()]);
    this.money = before;
  }

  refund(amount: bigint): void {
    const covered = minOf(this.credit, amount);
    this.credit -= covered;
    this.refundReceivable += amount - covered;
  }
}
