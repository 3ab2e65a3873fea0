import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Screen } from '../kit/Screen.tsx';
import { CallPanel } from '../net/CallPanel.tsx';
import { useTitle } from './usePage.ts';

/** A screen whose script did not come over the network: the same words as for data that did not, and a Retry. */
export function NotLoaded({ again }: { readonly again: () => void }): ReactNode {
  const { t } = useLingui();
  useTitle(t`This did not load`);
  return (
    <Screen>
      <CallPanel call={{ state: 'unreachable', retry: again }} />
    </Screen>
  );
}
