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

/** Who may approve the most of the requests that wait, or anything if none waits; undefined: nobody may. */
export function approverOfWaiting({ people, actions }: Shown): Shown['people'][number] | undefined {
  const waitingFor = (name: string) =>
    actions.reduce((sum, { mayApprove, waiting }) => sum + (mayApprove.includes(name) ? waiting : 0), 0);
  const [first] = people
    .filter(({ mayApprove }) => mayApprove)
    .sort((one, other) => waitingFor(other.name) - waitingFor(one.name));
  return first;
}
