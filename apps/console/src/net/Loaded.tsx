import { formatTime } from '@hiram/loan/moments';
import { useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAnyWord } from '../i18n/words.ts';
import { Button } from '../kit/Button.tsx';
import styles from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
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
  if (fault?.code === 'missingRight') return <MayNotSee right={fault.right ?? ''} />;
  return <CouldNotLoad query={query} fault={fault} />;
}

/** Nothing was looked up: the person lacks a right. */
export function MayNotSee({ right }: { readonly right: string }): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  return (
    <Nothing
      icon="lock"
      isAlert
      title={t`You may not see this`}
      text={
        <>
          {t`It needs the right`} <strong>{word(right)}</strong>
          {t`, which none of your roles has here. Nothing was looked up. An administrator requests roles under Staff.`}
        </>
      }
      next={<Link href="/" className={styles.button}>{t`Back to the first screen`}</Link>}
    />
  );
}

interface CouldNotLoadProps {
  readonly query: Pick<UseQueryResult, 'refetch' | 'errorUpdatedAt'>;
  readonly fault: StaffFault | undefined;
}

function CouldNotLoad({ query, fault }: CouldNotLoadProps): ReactNode {
  const { t, i18n } = useLingui();
  const at = formatTime(new Date(query.errorUpdatedAt), i18n.locale, '', true);
  const isMissing = fault?.code === 'notFound';
  const words =
    fault === undefined || fault.code === 'noAnswer' ? t`The server did not answer.` : fault.message;
  return (
    <Nothing
      icon="warn"
      isAlert
      title={isMissing ? t`This does not exist here` : t`This could not be loaded`}
      text={`${words} ${fault?.id === undefined ? '' : t`Its number is ${fault.id}.`} (${at})`}
      next={!isMissing && <Button look="primary" onClick={() => void query.refetch()}>{t`Try again`}</Button>}
    />
  );
}
