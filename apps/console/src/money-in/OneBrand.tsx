import { allBrands } from '@hiram/contract/console/rights';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Nothing } from '../kit/Nothing.tsx';
import { Page } from '../kit/Page.tsx';

interface Props {
  readonly title: string;
  readonly brand: string;
  readonly children: ReactNode;
}

/** Shows a screen of one brand; of all brands it says that one has to be chosen. */
export function OneBrand({ title, brand, children }: Props): ReactNode {
  const { t } = useLingui();
  if (brand !== allBrands) return children;
  return (
    <Page title={title}>
      <Nothing
        icon="money-in"
        title={t`Choose a brand`}
        text={t`Each brand has accounts, a currency and limits of its own.`}
      />
    </Page>
  );
}
