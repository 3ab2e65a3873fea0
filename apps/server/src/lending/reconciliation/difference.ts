import type { DifferenceReason } from '@hiram/contract/console/reconcile';
import type { LocalDate } from '@hiram/loan';
import type { AppContext } from '../../context/app-context.ts';
import type { StatementDay } from '../../providers/ports/statement.ts';

export type { DifferenceReason };

/** A difference between a provider's statement and our books. */
export interface Difference {
  readonly kind: 'payment' | 'payout' | 'day';
  /** The provider's id of a payment, our id of a payout, or for the cash of a day its brand. */
  readonly reference: string;
  readonly reason: DifferenceReason;
  readonly providerValue?: string;
  readonly ledgerValue?: string;
  /** ISO 4217, if the statement names it. Where the movement names nothing of ours, nothing else tells it. */
  readonly currency?: string | undefined;
}

/** The compared business day, its time zone, and the current day. */
export interface ComparedDay extends StatementDay {
  readonly timeZone: string;
  readonly today: LocalDate;
}

/** The differences, and our ids of the payments or payouts that make up the day's cash. */
export interface ComparisonResult {
  readonly differences: readonly Difference[];
  readonly counted: readonly string[];
}

/**
 * The outcome of a change of our books that the comparison makes, or `ifFailed` if it fails: it is logged by
 * its `ids`, so that one damaged order keeps the comparison from no other one.
 */
export async function outcomeOf<Outcome>(
  { log }: Pick<AppContext, 'log'>,
  ids: Readonly<Record<string, string>>,
  change: Promise<Outcome>,
  ifFailed: NoInfer<Outcome>,
): Promise<Outcome> {
  return change.catch((error: unknown) => {
    log.error({ err: error, ...ids }, 'reconciliation: row skipped');
    return ifFailed;
  });
}
