import type { StaffId } from '@hiram/contract/ids';
import { changesIn, type Duty, isOn, type Period } from '../../scheduler/coverage-gaps.ts';

/**
 * The people among `approvers` who are on duty at a moment and could approve somebody else's request: whoever alone may request
 * it does not count, since nobody approves their own.
 */
export function coveringAt(
  at: Date,
  duties: readonly Duty[],
  {
    requesters,
    approvers,
  }: { readonly requesters: readonly StaffId[]; readonly approvers: readonly StaffId[] },
): readonly StaffId[] {
  return approvers.filter(
    (staffId) =>
      requesters.some((requester) => requester !== staffId) &&
      duties.some((duty) => duty.staffId === staffId && isOn(duty, at)),
  );
}

/** The coverage of an action within a period: the fewest who could approve it, and from when on somebody can. */
export function coverageOf(
  period: Period,
  duties: readonly Duty[],
  who: { readonly requesters: readonly StaffId[]; readonly approvers: readonly StaffId[] },
): { readonly least: number; readonly from: Date | undefined } {
  const counts = changesIn(period, duties).map((at) => ({ at, count: coveringAt(at, duties, who).length }));
  const least = Math.min(...counts.map(({ count }) => count));
  const [first] = counts;
  return { least, from: first && first.count > 0 ? undefined : counts.find(({ count }) => count > 0)?.at };
}
