import { type Right, rights } from '@hiram/contract/console/rights';
import { whoMay } from '@hiram/contract/console/work';
import { useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useAnyWord } from '../i18n/words.ts';
import { Button } from '../kit/controls/Button.tsx';
import { useDates } from '../kit/dates.ts';
import styles from '../kit/kit.module.css';
import { Loading, type ShapeColumn } from '../kit/Loading.tsx';
import { Nothing } from '../kit/Nothing.tsx';
import { StaffFault } from './client.ts';
import { useStaffCall } from './useStaffCall.ts';

interface Props<Data> {
  readonly query: UseQueryResult<Data>;
  /** The columns of a table that is loading: its shape is shown. */
  readonly columns?: readonly ShapeColumn[];
  readonly children: (data: Data) => ReactNode;
}

/** Shows loaded data, or one of two pages: that the person may not see it, or that it could not be loaded. */
export function Loaded<Data>({ query, columns, children }: Props<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <Loading columns={columns} />;
  const fault = query.error instanceof StaffFault ? query.error : undefined;
  if (fault?.code === 'missingRight') return <MayNotSee right={fault.right ?? ''} />;
  return <CouldNotLoad query={query} fault={fault} />;
}

/** Nothing was looked up: the person lacks a right. */
export function MayNotSee({ right, brand }: { readonly right: string; readonly brand?: string }): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const isKnown = brand !== undefined && rights.some((known) => known === right);
  const { data } = useStaffCall(whoMay, { right: right as Right }, brand, { isOn: isKnown });
  const names = data?.people.map(({ name }) => name).join(', ');
  return (
    <Nothing
      icon="lock"
      isAlert
      title={t`You may not see this`}
      text={
        <>
          {t`It needs the right`} <strong>{word(right)}</strong>
          {t`, which none of your roles has here. Nothing was looked up. An administrator requests roles under Staff.`}
          {names ? ` ${t`These people may: ${names}.`}` : ''}
        </>
      }
      next={<Link href="/" className={styles.button}>{t`Back to the first screen`}</Link>}
    />
  );
}

/** The interval at which an unanswered call is repeated. */
const againMs = 12_000;

interface CouldNotLoadProps {
  readonly query: Pick<UseQueryResult, 'refetch' | 'errorUpdatedAt'>;
  readonly fault: StaffFault | undefined;
}

function CouldNotLoad({ query, fault }: CouldNotLoadProps): ReactNode {
  const { t } = useLingui();
  const [isCopied, setCopied] = useState(false);
  const at = useDates().timeToSecond(query.errorUpdatedAt);
  const isMissing = fault?.code === 'notFound';
  // An answer that this page cannot read: a server is newer than the page.
  const isOld = fault === undefined;
  const hasNoAnswer = fault?.code === 'noAnswer';
  const { refetch, errorUpdatedAt } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is tried again once
  useEffect(() => {
    if (!hasNoAnswer) return;
    const timer = setTimeout(() => void refetch(), againMs);
    return () => clearTimeout(timer);
  }, [errorUpdatedAt]);
  const number = fault?.id;
  const words = isOld
    ? t`This page is older than its server. Load it again.`
    : hasNoAnswer
      ? t`The server did not answer within 5 seconds.`
      : fault.message;
  const named = number === undefined ? at : t`${at}, request ${number}`;
  return (
    <Nothing
      icon="warn"
      isAlert
      title={isMissing ? t`This does not exist here` : t`This could not be loaded`}
      text={
        hasNoAnswer
          ? t`${words} (${named}) What you typed is kept. It is tried again every ${againMs / 1000} seconds.`
          : `${words} (${named})`
      }
      next={
        !isMissing && (
          <>
            <Button
              look="primary"
              hotkey="readAgain"
              hotkeyLabel={t`try again`}
              onClick={() => (isOld ? location.reload() : void refetch())}
            >
              {isOld ? t`Load the page again` : t`Try again now`}
            </Button>
            {number !== undefined && (
              <Button onClick={() => void navigator.clipboard.writeText(number).then(() => setCopied(true))}>
                {isCopied ? t`Copied` : t`Copy the request number`}
              </Button>
            )}
          </>
        )
      }
    />
  );
}
