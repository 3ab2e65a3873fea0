import { fold } from '../fold/fold.ts';
import type { LoanEvent } from '../state/events.ts';
import { Accrual, tierSpans } from '../state/late.ts';
import { lateCharges } from '../state/late-charges.ts';
import type { LateAccrualPeriods } from '../state/state.ts';
import type { Ceiling } from '../terms/ceilings.ts';
import type { Terms } from '../terms/terms.ts';
import { type Cents, cents, type Ppm } from '../values/cents.ts';
import { fromDayNumber, type LocalDate } from '../values/local-date.ts';

/** One line of the explanation of late charges. The lines sum to the amount charged, paid or not. Amounts in cents. */
export type ChargeLine =
  | {
      /** `days` × `ppm` of `base`, from day `from` up to and including day `to`. */
      readonly kind: 'late';
      readonly instalment: number;
      readonly from: LocalDate;
      readonly to: LocalDate;
      readonly days: number;
      readonly ppm: Ppm;
      readonly base: Cents;
      readonly amount: Cents;
    }
  | { readonly kind: 'penalty'; readonly on: LocalDate; readonly amount: Cents }
  | {
      /** A negative amount that a ceiling takes off. `by` names the set of ceilings. */
      readonly kind: 'clamped';
      readonly ceiling: Ceiling;
      readonly by: string;
      readonly amount: Cents;
    };

/**
 * Explains late interest (TERM-05) and the penalty (TERM-04) line by line. The lines sum to the position's late interest of all
 * instalments and its penalty. Each line's amount is the increase of the rounded running sum, so no cent is lost between lines.
 * Throws LoanError before disbursal.
 */
export function chargeLines(
  terms: Terms,
  events: readonly LoanEvent[],
  asOf: LocalDate,
): readonly ChargeLine[] {
  const trail: LateAccrualPeriods = [];
  const state = fold(terms, events, asOf, { trail });
  const lines: ChargeLine[] = [];
  for (const instalment of state.instalments) {
    const accrual = new Accrual();
    let previous = 0;
    for (const period of mergeAdjacent(trail, instalment.no))
      for (const span of tierSpans(period.tiers, period.from, period.to)) {
        const days = span.to - span.from;
        accrual.add(period.base, span.ppm * days);
        const cumulative = accrual.round(state.unit);
        lines.push({
          kind: 'late',
          instalment: instalment.no,
          from: fromDayNumber(period.due + span.from + 1),
          to: fromDayNumber(period.due + span.to),
          days,
          ppm: span.ppm,
          base: cents(period.base),
          amount: cents(cumulative - previous),
        });
        previous = cumulative;
      }
  }
  if (trail.length > 0 && terms.penalty > 0) {
    const first = Math.min(...trail.map((period) => period.due + period.from + 1));
    lines.push({ kind: 'penalty', on: fromDayNumber(first), amount: terms.penalty });
  }
  const { byMonth, byTotal } = lateCharges({ ...state, closed: false });
  const by = state.ceiling?.name ?? '';
  if (byMonth > 0) lines.push({ kind: 'clamped', ceiling: 'latePerMonth', by, amount: cents(-byMonth) });
  if (byTotal > 0) lines.push({ kind: 'clamped', ceiling: 'totalCost', by, amount: cents(-byTotal) });
  return lines;
}

/** The late days of one instalment. Adjacent periods with the same base are merged. */
function mergeAdjacent(trail: LateAccrualPeriods, no: number): LateAccrualPeriods {
  const periods: LateAccrualPeriods = [];
  for (const period of trail) {
    if (period.no !== no) continue;
    const last = periods.at(-1);
    if (last && last.to === period.from && last.base === period.base)
      periods[periods.length - 1] = { ...last, to: period.to };
    else periods.push(period);
  }
  return periods;
}
