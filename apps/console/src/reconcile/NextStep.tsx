import type { DifferenceReason, ShownDifference } from '@hiram/contract/console/reconcile';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './reconcile.module.css';

/** What a difference usually comes from, and what is done about it. */
interface Step {
  readonly cause: string;
  readonly step: string;
  /** The page on which it is done. Absent: here. */
  readonly href?: string;
}

function useSteps(): Readonly<Record<DifferenceReason, Step>> {
  const { t } = useLingui();
  const askAgain = t`Ask the providers again; if it stays, explain it.`;
  const contradicted = '/money-in?tab=contradicted';
  return {
    'missing here': { cause: t`The provider has it, but does not confirm it when asked.`, step: askAgain },
    'missing there': { cause: t`Often it is on the statement of the next day.`, step: askAgain },
    'posted now': {
      cause: t`Its message was lost; it is in the books since.`,
      step: t`Nothing is left to do.`,
    },
    'amount differs': {
      cause: t`Often a fee that the provider kept back.`,
      step: t`Explain it, or ask the provider.`,
    },
    'day differs': {
      cause: t`The provider’s day ends at another time.`,
      step: t`Explain it: the sums agree.`,
    },
    'state differs': {
      cause: t`The provider says another result than the books.`,
      step: t`Decide it under Money in, Contradicted`,
      href: contradicted,
    },
    'unknown reference': {
      cause: t`Somebody paid by a code that is not ours, or to the wrong lender.`,
      step: t`Find its loan under Money in, Unknown`,
      href: '/money-in?tab=unknown',
    },
    'pending too long': {
      cause: t`The provider has no result yet.`,
      step: t`Ask the provider where it is, then explain it.`,
    },
    'posted twice': {
      cause: t`One payment came under two ids.`,
      step: t`Undo one of the two on its loan.`,
    },
    'held here': {
      cause: t`A person has not decided about the payment yet.`,
      step: t`Decide it under Money in, Held`,
      href: '/money-in?tab=held',
    },
    'refunded there': {
      cause: t`Somebody refunded it with the provider’s own tools.`,
      step: t`Explain it: who refunded it, and why.`,
    },
    'cash differs': {
      cause: t`The lines of the day that differ, or money that moved outside the product.`,
      step: t`Settle or explain its lines first: the total follows them.`,
    },
  };
}

/** The usual cause of a difference, unless a likely one is known, and the next step. */
export function NextStep({
  difference: { reason },
  hasCause = false,
}: {
  readonly difference: Pick<ShownDifference, 'reason'>;
  readonly hasCause?: boolean;
}): ReactNode {
  const steps: Readonly<Record<string, Step>> = useSteps();
  const known = steps[reason];
  if (!known) return null;
  const { cause, step, href } = known;
  return (
    <span className={styles.step}>
      {!hasCause && <span>{cause} </span>}
      {href === undefined ? step : <Link href={href}>{step}</Link>}
    </span>
  );
}
