import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { goBack, replaceAddress } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { useTitle } from '../app/navigation/usePage.ts';
import { Screen } from '../kit/layout/Screen.tsx';
import { Tabs } from '../kit/layout/Tabs.tsx';

export type CalculatorTab = 'emi' | 'exchange' | 'loans';

/** Opens another tab of the calculator in place of this one in the history: Back leaves the calculator. */
export function showTab(tab: CalculatorTab): void {
  replaceAddress(href(paths.calculator, { tab }));
}

/** The calculator's bar and tabs around the content of the chosen tab. */
export function CalculatorFrame({
  tab,
  actions,
  children,
}: {
  readonly tab: CalculatorTab;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const { t } = useLingui();
  const title = t`Calculator`;
  useTitle(title);
  return (
    <Screen title={title} back={{ label: t`Back`, go: goBack }} actions={actions}>
      <Tabs
        label={title}
        tabs={[
          { key: 'emi', name: t`Loan` },
          { key: 'exchange', name: t`Exchange` },
          { key: 'loans', name: t`Saved` },
        ]}
        chosen={tab}
        onChoose={showTab}
      />
      {children}
    </Screen>
  );
}
