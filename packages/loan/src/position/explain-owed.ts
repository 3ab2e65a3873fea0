import { fold } from '../fold/fold.ts';
import type { LoanEvent } from '../state/events.ts';
import type { Entry } from '../state/state.ts';
import type { Terms } from '../terms/terms.ts';
import { type Cents, cents } from '../values/cents.ts';
import { fromDayNumber, type LocalDate } from '../values/local-date.ts';
import { type ChargeLine, chargeLines } from './charge-lines.ts';
import { positionOf } from './position.ts';

/** The parts of a debt that are owed separately. */
export const owedParts = ['principal', 'interest', 'late', 'penalty', 'refund'] as const;
export type OwedPart = (typeof owedParts)[number];

/** One line of how an owed amount came about. Amounts in cents; lines that lower it are negative. */
export type OwedLine =
  | Extract<ChargeLine, { kind: 'late' | 'penalty' }>
  | { readonly kind: 'lent'; readonly on: LocalDate; readonly amount: Cents }
  /** The interest of an instalment, as scheduled or as an extension or a payoff changed it. */
  | {
      readonly kind: 'scheduled';
      readonly instalment: number;
      readonly dueDate: LocalDate;
      readonly moved: boolean;
      readonly amount: Cents;
    }
  /** The reduction by enforced ceilings. `by` names the set of ceilings. */
  | { readonly kind: 'ceiling'; readonly by: string; readonly amount: Cents }
  /** The part that an event paid or waived; positive: a refund that no credit covers. */
  | { readonly kind: 'event'; readonly event: string; readonly amount: Cents }
  /** The part that the settlement dropped or the tolerance forgave. */
  | { readonly kind: 'settlement'; readonly amount: Cents };

/** The amount owed of one part, and its lines, which sum to it. */
export interface OwedExplanation {
  readonly part: OwedPart;
  readonly owed: Cents;
  readonly lines: readonly OwedLine[];
}

/**
 * Explains what is owed on a day, part by part: what was lent and charged, what ceilings took off, and which event paid or
 * waived how much of it. Throws LoanError before disbursal.
 */
export function explainOwed(
  terms: Terms,
  events: readonly LoanEvent[],
  asOf: LocalDate,
): readonly OwedExplanation[] {
  const state = fold(terms, events, asOf);
  const current = positionOf(state, asOf);
  const charges = chargeLines(terms, events, asOf);
  const { clamped } = current;
  const scheduled = state.instalments.map((instalment): OwedLine => {
    const { no, moved, interest } = instalment;
    const dueDate = fromDayNumber(instalment.due);
    return { kind: 'scheduled', instalment: no, dueDate, moved, amount: cents(interest) };
  });
  // The lines of late interest are within a daily ceiling already.
  const lateCeiling = clamped.late - clamped.perDay;
  const ceiling = (amount: number): OwedLine[] =>
    amount === 0 ? [] : [{ kind: 'ceiling', by: clamped.by ?? '', amount: cents(-amount) }];
  const lent: OwedLine = { kind: 'lent', on: current.disbursedOn, amount: terms.principal };
  const charged: Record<OwedPart, readonly OwedLine[]> = {
    principal: [lent],
    interest: scheduled,
    late: [...charges.filter((line) => line.kind === 'late'), ...ceiling(lateCeiling)],
    penalty: [...charges.filter((line) => line.kind === 'penalty'), ...ceiling(clamped.penalty)],
    refund: [],
  };
  const owed: Record<OwedPart, Cents> = {
    principal: current.principalOwed,
    interest: current.interestOwed,
    late: current.lateOwed,
    penalty: current.penaltyOwed,
    refund: current.refundReceivable,
  };
  return owedParts.map((part) => ({
    part,
    owed: owed[part],
    lines: withSettlement(
      [...charged[part], ...state.entries.flatMap((entry) => paidLine(entry, part))],
      owed[part],
    ),
  }));
}

/** The reduction of a part by an event, as a line. */
function paidLine(entry: Entry, part: OwedPart): OwedLine[] {
  const paid = part === 'refund' ? entry.refundReceivable : entry[part];
  return paid === 0 ? [] : [{ kind: 'event', event: entry.id, amount: cents(-paid) }];
}

/** The lines, and what the settlement dropped as their difference to what is owed. */
function withSettlement(lines: readonly OwedLine[], owed: number): readonly OwedLine[] {
  const dropped = owed - lines.reduce((sum, { amount }) => sum + amount, 0);
  return dropped === 0 ? lines : [...lines, { kind: 'settlement', amount: cents(dropped) }];
}
