import { allBrands } from '@hiram/contract/console/rights';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ChooseBrand, Waiting } from '../app/ChooseBrand.tsx';
import { useWaiting } from './useWaiting.ts';

interface Props {
  readonly title: string;
  readonly brand: string;
  readonly children: ReactNode;
}

function OfBrand({ brand }: { readonly brand: string }): ReactNode {
  return <Waiting count={useWaiting(brand)} />;
}

/** Shows a screen of one brand; of all brands it lets one be chosen. */
export function OneBrand({ title, brand, children }: Props): ReactNode {
  const { t } = useLingui();
  if (brand !== allBrands) return children;
  return (
    <ChooseBrand
      title={title}
      text={t`Each brand has accounts, a currency and limits of its own.`}
      right="moneyIn.read"
      waitingOf={(one) => <OfBrand brand={one} />}
    />
  );
}
