import type { LoanMilestone } from '@hiram/contract/milestone';
import { useRef, useState } from 'react';

/** Ended milestones of this document: an answer that was on its way when one ended does not open it again. */
const ended = new Set<string>();

const keyOf = ({ kind, eventId }: LoanMilestone): string => `${kind} ${eventId}`;

/**
 * The milestone that a page shows until its borrower leaves it: later answers no longer have it, because it was shown. `latest`:
 * that of the newest answer.
 */
export function useMilestone(latest: LoanMilestone | undefined) {
  const shown = useRef<LoanMilestone | undefined>(undefined);
  const [, update] = useState(0);
  if (latest) shown.current = latest;
  const open = shown.current && !ended.has(keyOf(shown.current)) ? shown.current : undefined;
  const end = () => {
    if (shown.current) ended.add(keyOf(shown.current));
    update((changes) => changes + 1);
  };
  return { open, end };
}
