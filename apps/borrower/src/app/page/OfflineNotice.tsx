import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { OfflineBar } from '../../kit/feedback/Waiting.tsx';

/** A banner while the phone is offline. The content of the page stays. */
export function OfflineNotice(): ReactNode {
  const { t } = useLingui();
  const [offline, setOffline] = useState(navigator.onLine === false);
  useEffect(() => {
    const on = () => setOffline(false);
    const off = () => setOffline(true);
    window.addEventListener('online', on);
    window.addEventListener('offline', off);
    return () => {
      window.removeEventListener('online', on);
      window.removeEventListener('offline', off);
    };
  }, []);
  return offline ? <OfflineBar>{t`You are offline. What you see is the last we know.`}</OfflineBar> : null;
}
