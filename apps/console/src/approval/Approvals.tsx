import { listApprovals, type ShownApproval, withdrawApproval } from '@hiram/contract/console/approval';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DueIn, Money, When } from '../app/cells.tsx';
import { useChoiceInAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useAnyWord } from '../i18n/words.ts';
import { Button } from '../kit/Button.tsx';
import { DataTable } from '../kit/DataTable.tsx';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Page } from '../kit/Page.tsx';
import { Tabs } from '../kit/Tabs.tsx';
import type { Column } from '../kit/table-types.ts';
import { sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffPages } from '../net/useStaffPages.ts';
import { GrantDialog } from './GrantDialog.tsx';
import { Whose } from './Whose.tsx';

type State = 'waiting' | 'closed';

/** Requests that wait for a second person, and those that are closed. */
export function Approvals({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const [state, setState] = useChoiceInAddress<State>('state', ['waiting', 'closed']);
  const [granted, setGranted] = useState<ShownApproval>();
  const client = useQueryClient();
  // Each in its own brand: under all brands the list has those of every one.
  const withdrawing = useMutation({
    mutationFn: ({ approvalId, brand: itsBrand }: ShownApproval) =>
      sendStaff(withdrawApproval, { approvalId }, itsBrand),
    onSettled: () => client.invalidateQueries(),
  });
  const { query, rows, more, isLoadingMore } = useStaffPages({
    call: listApprovals,
    input: { state },
    brand,
    rowsOf: ({ approvals }) => approvals,
    nextOf: ({ approvals, isLast }) => (isLast ? undefined : approvals.at(-1)?.approvalId),
    inputAfter: (after) => ({ state, after }),
  });
  useChanges(['approval']);
  const columns = useColumns(state, {
    onLook: hasRight(person, 'approval.grant', brand) ? setGranted : undefined,
    onWithdraw: (approval) => withdrawing.mutate(approval),
  });
  const options = [
    { value: 'waiting', label: t`Waiting` },
    { value: 'closed', label: t`Closed` },
  ] as const;
  return (
    <Page
      title={t`Approvals`}
      status={<Tabs label={t`Which requests`} options={options} value={state} onChange={setState} />}
    >
      <Fault error={withdrawing.error} />
      <Card isFlush>
        <Loaded query={query}>
          {() =>
            rows.length === 0 ? (
              <NoneThere state={state} />
            ) : (
              <DataTable
                caption={state === 'waiting' ? t`Requests that wait for a second person` : t`Closed requests`}
                {...{ columns, rows, isLoadingMore }}
                rowKey={({ approvalId }) => approvalId}
                onMore={more}
              />
            )
          }
        </Loaded>
      </Card>
      {granted && (
        <GrantDialog approval={granted} brand={granted.brand} onClose={() => setGranted(undefined)} />
      )}
    </Page>
  );
}

function NoneThere({ state }: { readonly state: State }): ReactNode {
  const { t } = useLingui();
  if (state === 'closed') return <Nothing title={t`Nothing was closed yet`} />;
  return (
    <Nothing
      title={t`Nothing waits for a second person`}
      text={t`A request appears here as soon as somebody makes one.`}
    />
  );
}

interface RowActions {
  /** Undefined: the person grants nothing. */
  readonly onLook: ((approval: ShownApproval) => void) | undefined;
  readonly onWithdraw: (approval: ShownApproval) => void;
}

/** An effect in one line: what it is about, and what changes. */
function Summary({ approval }: { readonly approval: ShownApproval }): ReactNode {
  const word = useAnyWord();
  const changes = approval.effect
    .filter(({ label, format }) => label !== 'Rights' && (format === undefined || format === 'words'))
    .map(({ before, after, format }) => {
      const shown = (text: string) => (format === 'words' ? text.split(', ').map(word).join(', ') : text);
      return before === after ? shown(after) : `${shown(before) || '–'} → ${shown(after) || '–'}`;
    });
  return (
    <span>
      <strong>{word(approval.action)}</strong>
      {changes.length > 0 && <span className={kit.under}>{changes.join(' · ')}</span>}
    </span>
  );
}

function useColumns(state: State, { onLook, onWithdraw }: RowActions): readonly Column<ShownApproval>[] {
  const { t } = useLingui();
  const states = {
    waiting: '',
    done: t`Granted`,
    refused: t`Refused`,
    withdrawn: t`Withdrawn`,
    expired: t`Expired`,
    changed: t`Changed`,
  };
  const common: readonly Column<ShownApproval>[] = [
    {
      key: 'what',
      header: t`What changes`,
      narrow: 'main',
      cell: (approval) => <Summary approval={approval} />,
    },
    {
      key: 'whose',
      header: t`Borrower and loan`,
      narrow: 'sub',
      cell: (approval) => <Whose approval={approval} />,
    },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'right',
      narrow: 'mainEnd',
      cell: ({ amount }) => <Money cents={amount} />,
    },
    {
      key: 'why',
      header: t`Why`,
      narrow: 'sub',
      cell: ({ reference, reason }) => (reference === '' ? reason : `${reference}: ${reason}`),
    },
    {
      key: 'by',
      header: t`Requested by`,
      cell: ({ askedBy, askedAt }) => (
        <>
          {askedBy} <When at={askedAt} />
        </>
      ),
    },
  ];
  if (state === 'closed')
    return [
      ...common,
      {
        key: 'state',
        header: t`What became of it`,
        narrow: 'subEnd',
        cell: ({ state: closed, closedBy = '', refusedBecause = '' }) => (
          <>
            {`${states[closed]} ${closedBy}`}
            {refusedBecause !== '' && <span className={kit.under}>{refusedBecause}</span>}
          </>
        ),
      },
      { key: 'at', header: t`Closed`, cell: ({ closedAt }) => <When at={closedAt} /> },
    ];
  return [
    ...common,
    { key: 'clock', header: t`Expires in`, cell: ({ expiresAt }) => <DueIn at={expiresAt} /> },
    {
      key: 'actions',
      header: t`Actions`,
      narrow: 'subEnd',
      cell: (approval) =>
        approval.isOwn ? (
          <Button onClick={() => onWithdraw(approval)}>{t`Withdraw`}</Button>
        ) : (
          onLook && <Button onClick={() => onLook(approval)}>{t`Look and grant`}</Button>
        ),
    },
  ];
}
