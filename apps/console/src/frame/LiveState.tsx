import { me } from '@hiram/contract/console/session';
import { formatTime } from '@hiram/loan/moments';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { followChanges } from '../net/change-stream.ts';
import { idleSeconds } from '../net/last-use.ts';
import { useStreamState } from '../net/useChanges.ts';
import styles from './Frame.module.css';

/** A page in use says so at least this often, so that the session of somebody who types for long stays open. */
const tellSeconds = 60;

/** Reports whether changes are shown by themselves, and when something was last read. */
export function LiveState(): ReactNode {
  const { t, i18n } = useLingui();
  const state = useStreamState();
  const client = useQueryClient();
  const [readAt, setReadAt] = useState(() => new Date());
  useEffect(followChanges, []);
  useEffect(() => {
    const timer = setInterval(() => {
      if (idleSeconds() < tellSeconds) void client.invalidateQueries({ queryKey: [me.name] });
    }, tellSeconds * 1000);
    return () => clearInterval(timer);
  }, [client]);
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
