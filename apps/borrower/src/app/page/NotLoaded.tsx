import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Screen } from '../../kit/layout/Screen.tsx';
import { CallPanel } from '../../net/answers/CallPanel.tsx';
import { goBack } from '../navigation/go.ts';
import { useTitle } from '../navigation/usePage.ts';
import { settings } from '../settings/settings.ts';

/** Replaces a screen whose script did not load. It has the same text as failed data, and a Retry button. */
export function NotLoaded({ onRetry: again }: { readonly onRetry: () => void }): ReactNode {
  const { t } = useLingui();
  useTitle(t`This did not load`);
  return (
    <Screen title={settings.name} back={{ label: t`Back`, go: goBack }}>
      <CallPanel call={{ state: 'unreachable', retry: again }} />
    </Screen>
  );
}
