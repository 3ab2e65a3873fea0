import type { HitRow } from '@hiram/contract/console/officer';
import { useLingui } from '@lingui/react/macro';

export function useHitStates(): Readonly<Record<HitRow['state'], string>> {
  const { t } = useLingui();
  return {
    open: t`waits for a person`,
    cleared: t`another person`,
    confirmed: t`the same person`,
    left: t`left its list`,
  };
}
