import { formatTime } from '@hiram/loan/moments';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { followChanges } from '../net/change-stream.ts';
import { useStreamState } from '../net/useChanges.ts';
import styles from './Frame.module.css';

/** Whether changes are shown by themselves, and when something was last read. */
export function LiveState(): ReactNode {
  const { t, i18n } = useLingui();
  const state = useStreamState();
  const client = useQueryClient();
  const [readAt, setReadAt] = useState(() => new Date());
  useEffect(followChanges, []);
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') setReadAt(new Date());
      }),
    [client],
  );
  const time = formatTime(new Date(readAt), i18n.locale, '', true);
  return (
    <span className={styles.live} data-state={state}>
      {state === 'live' ? t`Live, last read ${time}` : t`Read again every 15 seconds, last ${time}`}
    </span>
  );
}
