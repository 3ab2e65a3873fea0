import { dueGroupOf } from '@hiram/contract/console/work';
import { useLingui } from '@lingui/react/macro';
import { useMinute } from '../app/cells.tsx';
import type { Group } from '../kit/table/table-types.ts';

/** Groups the rows of a list by the time that is left until a moment, ISO 8601. */
export function useDueGroups(): (at: string) => Group {
  const { t } = useLingui();
  const now = useMinute();
  const groups = {
    broken: { key: 'broken', label: t`Over its time`, tone: 'danger' },
    soon: { key: 'soon', label: t`Within two hours`, tone: 'clock' },
    day: { key: 'day', label: t`Within a day` },
    days: { key: 'days', label: t`Within three days` },
    week: { key: 'week', label: t`Within a week` },
    later: { key: 'later', label: t`Later` },
  } as const;
  return (at) => groups[dueGroupOf(at, now)];
}
