import type { StaffId } from '@hiram/contract/ids';

/** A time at which a person is at work or on call. */
export interface Duty {
  readonly staffId: StaffId;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** A time from its beginning up to its end, which is not part of it. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

const isOn = ({ startsAt, endsAt }: Duty, at: Date) => startsAt <= at && at < endsAt;

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

/** The moments within a period at which the people on duty can change, its beginning first. */
function changesIn({ from, to }: Period, duties: readonly Duty[]): readonly Date[] {
  const moments = duties
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .filter((at) => at > from && at < to)
    .map((at) => at.getTime());
  return [from, ...[...new Set(moments)].sort((one, other) => one - other).map((at) => new Date(at))];
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

/** The times within a period at which none of the people is on duty. Gaps that touch are one. */
export function gapsIn(
  period: Period,
  duties: readonly Duty[],
  people: readonly StaffId[],
): readonly Period[] {
  const changes = changesIn(period, duties);
  const gaps: Period[] = [];
  for (const [index, from] of changes.entries()) {
    if (duties.some((duty) => people.includes(duty.staffId) && isOn(duty, from))) continue;
    const to = changes[index + 1] ?? period.to;
    const last = gaps.at(-1);
    if (last && last.to.getTime() === from.getTime()) gaps[gaps.length - 1] = { from: last.from, to };
    else gaps.push({ from, to });
  }
  return gaps;
}
