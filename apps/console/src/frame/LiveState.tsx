import { me } from '@hiram/contract/console/session';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useDates } from '../kit/dates.ts';
import { followChanges } from '../net/change-stream.ts';
import { idleSeconds } from '../net/last-use.ts';
import { useStreamState } from '../net/useChanges.ts';
import styles from './Frame.module.css';

/** A page in use says so at least this often, so that the session of somebody who types for long stays open. */
const tellSeconds = 60;

/** Shows whether changes are shown by themselves, and when something was last read. */
export function LiveState(): ReactNode {
  const { t } = useLingui();
  const state = useStreamState();
  const client = useQueryClient();
  const [readAt, setReadAt] = useState(Date.now);
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
        if (event.type === 'updated' && event.action.type === 'success') setReadAt(Date.now());
      }),
    [client],
  );
  const dates = useDates();
  const time = dates.timeToSecond(readAt);
  const zone = dates.zone.replaceAll('_', ' ');
  return (
    <span className={styles.live} data-state={state}>
      {state === 'live' ? t`Live, last read ${time}` : t`Read again every 15 seconds, last ${time}`} ·{' '}
      {t`times of ${zone}`}
    </span>
  );
}
