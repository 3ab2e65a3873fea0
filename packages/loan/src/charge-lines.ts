import type { Ceiling } from './ceilings.ts';
import { type Cents, cents, type Ppm } from './cents.ts';
import type { LoanEvent } from './events.ts';
import { fold } from './fold.ts';
import { Accrual, tierSpans } from './late.ts';
import { lateCharges } from './late-charges.ts';
import { fromDayNumber, type LocalDate } from './local-date.ts';
import type { LateTier, Terms } from './terms.ts';

/** Late days of one instalment on an unchanged base: after late day `from` up to and including `to`. */
export interface LateAccrualPeriod {
  readonly no: number;
  readonly due: number;
  readonly from: number;
  readonly to: number;
  readonly base: number;
  readonly tiers: readonly LateTier[];
}
export type LateTrail = LateAccrualPeriod[];

/** One line of how late charges came about; together they are what was charged, paid or not. Amounts in cents. */
export type ChargeLine =
  | {
      /** `days` × `ppm` of `base`, from the first to the last of these days. */
      readonly what: 'late';
      readonly instalment: number;
      readonly from: LocalDate;
      readonly to: LocalDate;
      readonly days: number;
      readonly ppm: Ppm;
      readonly base: Cents;
      readonly amount: Cents;
    }
  | { readonly what: 'penalty'; readonly on: LocalDate; readonly amount: Cents }
  | {
      /** Held back: a negative amount, by which ceiling, and whose it is. */
      readonly what: 'clamped';
      readonly ceiling: Ceiling;
      readonly by: string;
      readonly amount: Cents;
    };

/**
 * How late interest (TERM-05) and the penalty (TERM-04) came about, line by line: their sum is the position's late interest
 * of all instalments and its penalty. A line's amount is what it adds to the sum rounded once, so no cent is lost between
 * lines. Throws LoanError before disbursal.
 */
export function chargeLines(
  terms: Terms,
  events: readonly LoanEvent[],
  asOf: LocalDate,
): readonly ChargeLine[] {
  const trail: LateTrail = [];
  const state = fold(terms, events, asOf, trail);
  const lines: ChargeLine[] = [];
  for (const part of state.parts) {
    const accrual = new Accrual();
    let before = 0;
    for (const stretch of joined(trail, part.no))
      for (const span of tierSpans(stretch.tiers, stretch.from, stretch.to)) {
        const days = span.to - span.from;
        accrual.add(stretch.base, span.ppm * days);
        const so = accrual.round(state.unit);
        lines.push({
          what: 'late',
          instalment: part.no,
          from: fromDayNumber(stretch.due + span.from + 1),
          to: fromDayNumber(stretch.due + span.to),
          days,
          ppm: span.ppm,
          base: cents(stretch.base),
          amount: cents(so - before),
        });
        before = so;
      }
  }
  if (trail.length > 0 && terms.penalty > 0) {
    const first = Math.min(...trail.map((stretch) => stretch.due + stretch.from + 1));
    lines.push({ what: 'penalty', on: fromDayNumber(first), amount: terms.penalty });
  }
  const { byMonth, byTotal } = lateCharges({ ...state, closed: false });
  const by = state.ceiling?.name ?? '';
  if (byMonth > 0) lines.push({ what: 'clamped', ceiling: 'latePerMonth', by, amount: cents(-byMonth) });
  if (byTotal > 0) lines.push({ what: 'clamped', ceiling: 'totalCost', by, amount: cents(-byTotal) });
  return lines;
}

/** The late days of one instalment, joined where an event between them left the base as it was. */
function joined(trail: LateTrail, no: number): LateTrail {
  const stretches: LateTrail = [];
  for (const stretch of trail) {
    if (stretch.no !== no) continue;
    const last = stretches.at(-1);
    if (last && last.to === stretch.from && last.base === stretch.base)
      stretches[stretches.length - 1] = { ...last, to: stretch.to };
    else stretches.push(stretch);
  }
  return stretches;
}
