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
