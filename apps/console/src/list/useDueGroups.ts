import { useLingui } from '@lingui/react/macro';
import { useMinute } from '../app/cells.tsx';
import type { Group } from '../kit/table/table-types.ts';

const hourMs = 3_600_000;

/** Groups the rows of a list by the time that is left until a moment, ISO 8601. */
export function useDueGroups(): (at: string) => Group {
  const { t } = useLingui();
  const now = useMinute();
  return (at) => {
    const hours = (Date.parse(at) - now) / hourMs;
    if (hours < 0) return { key: 'broken', label: t`Over its time`, tone: 'danger' };
    if (hours < 2) return { key: 'soon', label: t`Within two hours`, tone: 'clock' };
    if (hours < 24) return { key: 'day', label: t`Within a day` };
    if (hours < 72) return { key: 'days', label: t`Within three days` };
    if (hours < 168) return { key: 'week', label: t`Within a week` };
    return { key: 'later', label: t`Later` };
  };
}
