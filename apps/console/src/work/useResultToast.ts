import type { StaffOutput } from '@hiram/contract/console/staff-call';
import type { claimTasks } from '@hiram/contract/console/work';
import { useLingui } from '@lingui/react/macro';
import { useToast } from '../kit/toast.tsx';

export type Moved = StaffOutput<typeof claimTasks>;

/** Says what an action did with several tasks, and why it left some. */
export function useResultToast(): (what: string, moved: Moved) => void {
  const { t } = useLingui();
  const toast = useToast();
  return (what, { closed, ownedByOther }) => {
    const left = [
      ownedByOther > 0 && t`a colleague’s: ${ownedByOther}`,
      closed > 0 && t`settled already: ${closed}`,
    ].filter(Boolean);
    toast(left.length === 0 ? what : t`${what} Left as they are: ${left.join(', ')}.`);
  };
}
