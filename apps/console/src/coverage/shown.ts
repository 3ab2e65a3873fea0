import type { showCoverage } from '@hiram/contract/console/coverage';
import type { StaffOutput } from '@hiram/contract/console/staff-call';

/** The server's answer about a brand's coverage. */
export type Shown = StaffOutput<typeof showCoverage>;

/**
 * The end of a gap. One that lasts beyond the time that is asked about ends when the first action is covered again, as in the
 * task of the gap.
 */
export function endOf(shown: Pick<Shown, 'to' | 'actions'>, gap: Shown['gaps'][number]): string {
  if (gap.to !== shown.to) return gap.to;
  const covered = shown.actions.flatMap(({ from }) => (from !== undefined && from >= gap.to ? [from] : []));
  return covered.sort()[0] ?? gap.to;
}

/** Until when one after the other of those who may approve is at work or on call, from the beginning of a time without a gap. */
export function coveredUntil({ from, shownTo, people }: Shown): string {
  const duties = people
    .filter(({ mayApprove }) => mayApprove)
    .flatMap(({ shifts }) => shifts.filter(({ state }) => state === 'accepted'))
    .sort((one, other) => one.startsAt.localeCompare(other.startsAt));
  let until = from;
  for (const { startsAt, endsAt } of duties) if (startsAt <= until && endsAt > until) until = endsAt;
  return until < shownTo ? until : shownTo;
}
