import type { CostLimits } from '../terms/ceilings.ts';
import type { Terms } from '../terms/terms.ts';
import { Accrual } from './late.ts';
import type { Covered, Instalment, LoanState } from './state.ts';

/** The part of a loan's state by which a later day is computed, as it is. */
type Kept = Pick<
  LoanState,
  | 'disbursedOn'
  | 'asOf'
  | 'cover'
  | 'dailyRateLimit'
  | 'chargesStoppedUntil'
  | 'penaltyCharged'
  | 'penaltyBefore'
  | 'penaltyPaid'
  | 'closed'
  | 'settledOn'
>;

/** Sums of late charges are text, since they can exceed the safe integers. What is usually 0 is absent then. */
type KeptInstalment = Omit<
  Instalment,
  'late' | 'agreed' | 'allowed' | 'lateBefore' | 'lateDays' | 'moved'
> & {
  readonly late?: string | undefined;
  readonly agreed?: string | undefined;
  readonly allowed?: string | undefined;
  readonly lateBefore?: number;
  readonly lateDays?: number;
};

/** Late days without charges that are still to come. An end that never comes, and an amount without a limit, are absent. */
interface KeptGrace {
  readonly from: number;
  readonly until?: number;
  readonly covered: 'all' | readonly (readonly [no: number, Partial<Covered>])[];
}

/**
 * A loan at the end of a day as plain JSON, without its events: as long as none is added, later days are computed from it. Days
 * are day numbers, amounts are cents.
 */
export interface LoanSnapshot extends Kept {
  readonly format: number;
  /** Absent if it is 0, as usual. */
  readonly refundReceivable?: number;
  readonly ceiling: CostLimits | undefined;
  readonly instalments: readonly KeptInstalment[];
  readonly graces: readonly KeptGrace[];
}

/** Raised when the fields of a snapshot change: a page with another engine then leaves the quotes to the server. */
const format = 3;

/** Reports whether what another program sent is a snapshot of this engine. */
export function isSnapshot(value: object): value is LoanSnapshot {
  return 'format' in value && value.format === format;
}

const endless = Number.POSITIVE_INFINITY;

export function snapshotOf(state: LoanState): LoanSnapshot {
  const { asOf, ceiling } = state;
  return {
    format,
    ceiling: ceiling && limitsOf(ceiling),
    disbursedOn: state.disbursedOn,
    asOf,
    cover: state.cover,
    dailyRateLimit: state.dailyRateLimit,
    chargesStoppedUntil: state.chargesStoppedUntil,
    penaltyCharged: state.penaltyCharged,
    penaltyBefore: state.penaltyBefore,
    penaltyPaid: state.penaltyPaid,
    ...(state.refundReceivable === 0 ? {} : { refundReceivable: state.refundReceivable }),
    closed: state.closed,
    settledOn: state.settledOn,
    instalments: state.instalments.map(
      ({ late, lateBefore, lateDays, agreed, allowed, moved: _, ...instalment }) => ({
        ...instalment,
        ...(lateBefore === 0 ? {} : { lateBefore }),
        ...(late && lateDays !== undefined ? { lateDays } : {}),
        late: late?.toString(),
        agreed: agreed?.toString(),
        allowed: allowed?.toString(),
      }),
    ),
    graces: state.graces
      .filter(({ until }) => until > asOf)
      .map(({ from, until, covered }) => ({
        from,
        ...(Number.isFinite(until) ? { until } : {}),
        covered:
          covered === 'all'
            ? covered
            : [...covered].map(([no, { scheduled, principal }]) => [
                no,
                Number.isFinite(scheduled) ? { scheduled, principal } : {},
              ]),
      })),
  };
}

function limitsOf({
  nominalPerMonth,
  effectivePerMonth,
  latePerMonth,
  totalCost,
  enforce,
}: CostLimits): CostLimits {
  return {
    totalCost,
    enforce,
    ...(nominalPerMonth === undefined ? {} : { nominalPerMonth }),
    ...(effectivePerMonth === undefined ? {} : { effectivePerMonth }),
    ...(latePerMonth === undefined ? {} : { latePerMonth }),
  };
}

/** The state that a snapshot was made of. Of what was paid and how only what later days need is in it. */
export function stateOf(
  terms: Terms,
  { instalments, graces, refundReceivable = 0, ...kept }: LoanSnapshot,
): LoanState {
  const accrual = (sum: string | undefined) => (sum === undefined ? undefined : new Accrual(sum));
  const { dailyRateLimit: limit } = kept;
  return {
    ...kept,
    refundReceivable,
    terms,
    unit: terms.unit ?? 1,
    tolerance: terms.tolerance ?? 0,
    lateTiers:
      limit === undefined
        ? terms.lateTiers
        : terms.lateTiers.map((tier) => ({ ...tier, ppm: Math.min(tier.ppm, limit) })),
    instalments: instalments.map((instalment) => ({
      ...instalment,
      late: accrual(instalment.late),
      agreed: accrual(instalment.agreed),
      allowed: accrual(instalment.allowed),
      lateBefore: instalment.lateBefore ?? 0,
      lateDays: instalment.late === undefined ? 0 : instalment.lateDays,
      moved: false,
    })),
    graces: graces.map(({ from, until = endless, covered }) => ({
      from,
      until,
      covered:
        covered === 'all'
          ? covered
          : new Map(
              covered.map(([no, { scheduled = endless, principal = endless }]) => [
                no,
                { scheduled, principal },
              ]),
            ),
    })),
    received: 0,
    credit: 0,
    feeReturned: 0,
    forgiven: [],
    writeOff: undefined,
    extensionsUsed: 0,
    entries: [],
    lastEntry: undefined,
    arrangement: undefined,
    trail: undefined,
  };
}
