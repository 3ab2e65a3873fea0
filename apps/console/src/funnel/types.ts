import type { FunnelStep, showFunnel } from '@hiram/contract/console/funnel';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';

export type ShownFunnel = StaffOutput<typeof showFunnel>;

export function useStepWords(): Readonly<Record<FunnelStep, string>> {
  const { t } = useLingui();
  return {
    visits: t`Visits`,
    clicks: t`Clicked Apply`,
    codes: t`Codes sent`,
    registered: t`Registered`,
    firstLoans: t`First loans`,
  };
}
