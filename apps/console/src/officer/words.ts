import type { HitRow } from '@hiram/contract/console/officer';
import { useLingui } from '@lingui/react/macro';

export function useHitStates(): Readonly<Record<HitRow['state'], string>> {
  const { t } = useLingui();
  return {
    open: t`Open`,
    cleared: t`Cleared`,
    confirmed: t`Confirmed`,
    left: t`Left its list`,
  };
}
