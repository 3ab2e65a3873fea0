import { useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../kit/Button.tsx';
import styles from '../kit/kit.module.css';
import { StaffFault } from './client.ts';

interface Props<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** Shows loaded data, or one of two pages: that the person may not see it, or that it could not be loaded. */
export function Loaded<Data>({ query, children }: Props<Data>): ReactNode {
  const { t } = useLingui();
  if (query.data !== undefined) return children(query.data);
  if (!query.error)
    return (
      <p className={`${styles.state} ${styles.muted}`} role="status">
        {t`Loading …`}
      </p>
    );
  const fault = query.error instanceof StaffFault ? query.error : undefined;
  if (fault?.code === 'missingRight')
    return (
      <div className={styles.state} role="alert">
        <h2>{t`You may not see this`}</h2>
        <p>{t`It needs the right ${fault.right ?? ''}. Nothing was looked up. An administrator assigns roles under Staff.`}</p>
      </div>
    );
  return (
    <div className={styles.state} role="alert">
      <h2>{t`This could not be loaded`}</h2>
      <p>
        {fault?.id === undefined
          ? t`The server did not answer as expected.`
          : t`The server noted a fault: ${fault.id}`}
      </p>
      <Button onClick={() => void query.refetch()}>{t`Try again`}</Button>
    </div>
  );
}
