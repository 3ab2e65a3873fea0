import { listMessages, postMoney, type ShownMessage } from '@hiram/contract/console/money-in';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Money, When } from '../app/cells.tsx';
import { useTextInAddress } from '../app/in-address.ts';
import type { ScreenProps } from '../app/person.ts';
import { useAnyWord } from '../i18n/words.ts';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, SidePanel } from '../kit/Page.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import { Reference } from '../kit/table/Reference.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffPages } from '../net/useStaffPages.ts';
import { MoneyPanel } from './MoneyPanel.tsx';
import { OrderField } from './OrderField.tsx';
import { RefuseDialog } from './RefuseDialog.tsx';
import { RowActions } from './RowActions.tsx';
import { useAmountColumn } from './useAmountColumn.tsx';

interface Props extends ScreenProps {
  readonly outcome: 'unknown' | 'contradicted';
}

/** Provider messages that name nothing of ours, or contradict our records. */
export function Messages(props: Props): ReactNode {
  const { t } = useLingui();
  const { brand, outcome } = props;
  const [posted, setPosted] = useState<ShownMessage>();
  const [refused, setRefused] = useState<ShownMessage>();
  const { query, rows, more, isLoadingMore } = useStaffPages({
    call: listMessages,
    input: { outcome },
    brand,
    rowsOf: ({ messages }) => messages,
    nextOf: ({ messages, isLast }) => (isLast ? undefined : messages.at(-1)),
    inputAfter: ({ receivedAt, messageId }) => ({ outcome, after: { receivedAt, messageId } }),
  });
  const [chosen, setChosen] = useTextInAddress('chosen');
  const columns = useColumns(outcome);
  const row = rows.find(({ messageId }) => messageId === chosen) ?? rows[0];
  const title =
    outcome === 'unknown' ? t`Payments with an unknown code` : t`Messages that contradict our records`;
  const table = (
    <Card
      isFlush
      title={title}
      aside={
        outcome === 'unknown'
          ? t`the money is at the provider: post it to its loan, or refuse it`
          : t`post it to our books, or refuse it`
      }
    >
      <Loaded query={query}>
        {() =>
          rows.length === 0 ? (
            <Nothing
              title={outcome === 'unknown' ? t`No payment is unknown` : t`Nothing is contradicted`}
              text={t`A provider’s message appears here if it names nothing of ours, or says something else than our records.`}
            />
          ) : (
            <DataTable
              caption={title}
              columns={columns}
              rows={rows}
              isLoadingMore={isLoadingMore}
              rowKey={({ messageId }) => messageId}
              selected={row?.messageId}
              onSelect={setChosen}
              onMore={more}
            />
          )
        }
      </Loaded>
    </Card>
  );
  return (
    <>
      {row === undefined ? (
        table
      ) : (
        <SidePanel label={t`The chosen message`} list={table}>
          <MoneyPanel
            reference={row.about}
            amount={row.amount}
            whose={row.orderId && <Link href={`/loan/${row.orderId}`}>{orderNumber(row.orderId)}</Link>}
            happened={
              <>
                {t`${row.provider} says:`} <Says message={row} />.
              </>
            }
            facts={[
              {
                label: t`Books say`,
                value: row.ours ? <Ours ours={row.ours} /> : t`nothing of it`,
              },
              { label: t`Came`, value: <When at={row.receivedAt} /> },
            ]}
            undo={
              outcome === 'unknown'
                ? t`Posted to a loan, it can be taken back on the loan’s page by two persons. Refused, the payer is refunded: that cannot be undone.`
                : t`Either decision is final: posted, the books follow the provider; refused, they stay as they are. Two persons decide where money would be lost.`
            }
            actions={
              <RowActions
                who={props}
                canPost={row.kind !== 'ignored'}
                onPost={() => setPosted(row)}
                onRefuse={() => setRefused(row)}
              />
            }
          />
        </SidePanel>
      )}
      {posted && <PostMessage message={posted} brand={brand} onClose={() => setPosted(undefined)} />}
      {refused && (
        <RefuseDialog
          entry="message"
          id={refused.messageId}
          about={refused.about}
          brand={brand}
          onClose={() => setRefused(undefined)}
        />
      )}
    </>
  );
}

function useColumns(outcome: Props['outcome']): readonly Column<ShownMessage>[] {
  const { t } = useLingui();
  return [
    { key: 'about', header: t`About`, cell: ({ about }) => <Reference text={about} />, narrow: 'main' },
    { key: 'says', header: t`Provider says`, cell: (row) => <Says message={row} />, narrow: 'sub' },
    // What names nothing of ours is not in the books.
    ...(outcome === 'unknown'
      ? []
      : [
          {
            key: 'ours',
            header: t`Books say`,
            cell: (row: ShownMessage) => (row.ours ? <Ours ours={row.ours} /> : t`nothing of it`),
            narrow: 'low' as const,
          },
        ]),
    { key: 'at', header: t`Since`, cell: ({ receivedAt }) => <When at={receivedAt} /> },
    useAmountColumn(),
  ];
}

function Says({ message }: { readonly message: ShownMessage }): ReactNode {
  const { t } = useLingui();
  if (message.kind === 'payout')
    return message.says === 'paid' ? t`the payout arrived` : t`the payout was returned`;
  if (message.kind === 'reversal')
    switch (message.says) {
      case 'otherCode':
        return t`the payment was reversed, by the code of another payment`;
      case 'otherAmount':
        return t`a payment of another amount was reversed`;
      case 'unknownCode':
        return t`the payment was reversed, by a code that is not ours`;
      case 'noPayment':
        return t`a payment that we do not have was reversed`;
      default:
        return t`the payment was reversed, after the window of its channel`;
    }
  if (message.kind === 'ignored') return t`paid in ${message.says}`;
  return t`paid`;
}

/** Our record of the payment or payout that a message is about. */
function Ours({ ours }: { readonly ours: NonNullable<ShownMessage['ours']> }): ReactNode {
  const word = useAnyWord();
  return (
    <span className={kit.whole}>
      {word(ours.state)} · <Money cents={ours.amount} />
    </span>
  );
}

interface PostProps {
  readonly message: ShownMessage;
  readonly brand: string;
  readonly onClose: () => void;
}

/** Posts what a message is about. A payment with an unknown code needs the loan that it is of. */
function PostMessage({ message, brand, onClose }: PostProps): ReactNode {
  const { t } = useLingui();
  const [orderId, setOrderId] = useState(message.orderId ?? '');
  const id = orderId.trim();
  const request =
    message.kind === 'payout' || message.kind === 'reversal'
      ? { entry: 'message', id: message.messageId }
      : id === ''
        ? undefined
        : { entry: 'message', id: message.messageId, orderId: id };
  return (
    <ActionDialog
      title={
        message.kind === 'payout'
          ? t`Record how the payout ended`
          : message.kind === 'reversal'
            ? t`Reverse this payment`
            : t`Post this payment`
      }
      about={message.about}
      calls={postMoney}
      draft={`moneyIn.post ${message.messageId}`}
      brand={brand}
      request={request}
      onClose={onClose}
    >
      {message.kind === 'payment' && <OrderField value={orderId} onChange={setOrderId} />}
    </ActionDialog>
  );
}
