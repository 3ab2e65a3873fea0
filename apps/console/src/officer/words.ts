import type { HitRow } from '@hiram/contract/console/officer';
import { useLingui } from '@lingui/react/macro';

export function useListNames(): Readonly<Record<HitRow['list'], string>> {
  const { t } = useLingui();
  return {
    un: t`United Nations`,
    amlc: t`AMLC`,
    ofac: t`OFAC`,
    own: t`Our own list`,
    outside: t`Screening service`,
  };
}

export function useHitStates(): Readonly<Record<HitRow['state'], string>> {
  const { t } = useLingui();
  return {
    open: t`waits for a person`,
    cleared: t`another person`,
    confirmed: t`the same person`,
    left: t`left its list`,
  };
}
