import type { OrderId } from '@hiram/contract/ids';
import { type PayType, payType } from '@hiram/contract/repay';
import { orderNumber } from '@hiram/loan/format';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { goBack } from '../../app/navigation/go.ts';
import { noId, usePage, useTitle } from '../../app/navigation/usePage.ts';
import { money, showDate } from '../../app/settings/money.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { TextField } from '../../kit/controls/Field.tsx';
import { StatePanel } from '../../kit/feedback/States.tsx';
import { toast } from '../../kit/feedback/toaster.ts';
import { Card, Pill } from '../../kit/layout/Card.tsx';
import { PictureGrid } from '../../kit/layout/PictureGrid.tsx';
import { Screen } from '../../kit/layout/Screen.tsx';
import { copyText } from '../../kit/runtime/copy.ts';
import { CallPanel } from '../../net/answers/CallPanel.tsx';
import { useCall } from '../../net/answers/useCall.ts';
import { Skeleton } from '../../shell/Skeleton.tsx';
import css from '../Repay.module.css';
import { type TransferReport, useTransferReport } from './useTransferReport.ts';

/** KEY-07: reports a manual transfer by its reference, with a picture of the receipt. */
export default function UtrSubmit(): ReactNode {
  const { t } = useLingui();
  const { orderId = noId } = usePage();
  const call = useCall(payType, { orderId });
  useTitle(t`Bank transfer`);
  if (call.state === 'ready') return <Transfer types={call.data} orderId={orderId} />;
  return (
    <Screen title={t`Bank transfer`} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="form" /> : <CallPanel call={call} />}
    </Screen>
  );
}

function Transfer({ types, orderId }: { readonly types: PayType; readonly orderId: OrderId }): ReactNode {
  const { t } = useLingui();
  const transfer = types.channels.filter((candidate) => candidate.kind === 'transfer')[0];
  const report = useTransferReport(orderId, transfer?.channelNumber ?? '', types.due);
  if (!transfer?.account)
    return (
      <Screen title={t`Bank transfer`} back={{ label: t`Back`, go: goBack }}>
        <StatePanel title={t`Bank transfer is not available`} />
      </Screen>
    );
  return (
    <Screen
      title={t`Bank transfer`}
      back={{ label: t`Back`, go: goBack }}
      actions={
        <Button busy={report.busy} onTap={() => void report.send()}>
          {t`Send reference`}
        </Button>
      }
    >
      <AccountCard account={transfer.account} types={types} orderId={orderId} />
      <p className={css.label}>
        <Trans>Then tell us the reference: you find it on the receipt of your bank or app.</Trans>
      </p>
      <br />
      <ReportFields report={report} due={types.due} />
      {types.references.length > 0 ? <SentTransfers references={types.references} /> : null}
    </Screen>
  );
}

/** What is to be paid, and the account that the transfer goes to. */
function AccountCard({
  account,
  types: { due, tomorrow },
  orderId,
}: {
  readonly orderId: OrderId;
  readonly account: NonNullable<PayType['channels'][number]['account']>;
  readonly types: PayType;
}): ReactNode {
  const { t } = useLingui();
  const copy = async (text: string) => {
    if (await copyText(text)) toast(t({ id: 'copied', message: 'Copied' }), { kind: 'success' });
  };
  return (
    <Card heading={t`Send the money here`}>
      <dl className={css.account}>
        {due === undefined ? null : (
          <div>
            <dt className={css.label}>{t`To pay today`}</dt>
            <dd>{money(due)}</dd>
            {tomorrow === undefined ? null : <dd className={css.label}>{t`${money(tomorrow)} tomorrow`}</dd>}
          </div>
        )}
        <div>
          <dt className={css.label}>{t`Account`}</dt>
          <dd className={css.digits}>{account.number.replace(/(\d{4})(?=\d)/g, '$1 ')}</dd>
        </div>
        <div>
          <dt className={css.label}>{t`Bank`}</dt>
          <dd>{account.bank}</dd>
        </div>
        {account.ifsc ? (
          <div>
            <dt className={css.label}>{t`IFSC`}</dt>
            <dd>{account.ifsc}</dd>
          </div>
        ) : null}
        <div>
          <dt className={css.label}>{t`Name`}</dt>
          <dd>{account.holder}</dd>
        </div>
        <div>
          <dt className={css.label}>{t`Message, if your bank asks for one`}</dt>
          <dd>{orderNumber(orderId)}</dd>
        </div>
      </dl>
      <Button look="secondary" onTap={() => void copy(account.number)}>{t`Copy account number`}</Button>
    </Card>
  );
}

function ReportFields({
  report,
  due,
}: {
  readonly report: TransferReport;
  readonly due: number | undefined;
}): ReactNode {
  const { t } = useLingui();
  const { typed, pictures } = report;
  const sent = 'cents' in typed ? typed.cents : 0;
  return (
    <>
      <TextField
        label={t`Reference of the transfer`}
        name="utr"
        value={report.utr}
        maxLength={60}
        onChange={report.typeUtr}
        inputRef={report.utrInput}
        error={report.errorOf('utr')}
      />
      <TextField
        label={t`Amount sent`}
        hint={
          sent > 0 && sent === due
            ? t`If you sent another amount, change it.`
            : sent > 0
              ? t`You sent ${money(sent)}`
              : undefined
        }
        name="amount"
        inputMode="decimal"
        value={report.amount}
        maxLength={20}
        onChange={report.typeAmount}
        inputRef={report.amountInput}
        error={report.errorOf('amount')}
      />
      <PictureGrid
        label={t`Photo of the receipt, if you have one`}
        pictures={pictures.list.map(({ key, shown, url }) => ({ key, shown, busy: url === undefined }))}
        maxPictures={1}
        words={{
          add: t`Add`,
          remove: () => t`Remove the picture`,
          picture: () => t`Receipt`,
          sending: t`Uploading`,
        }}
        onAdd={pictures.add}
        onRemove={pictures.remove}
      />
    </>
  );
}

/** The transfers that the borrower reported, each with its state. */
function SentTransfers({ references }: { readonly references: PayType['references'] }): ReactNode {
  const { t } = useLingui();
  const states = {
    review: [t`Being checked`, 'info'],
    accepted: [t`Confirmed`, 'positive'],
    rejected: [t`Not found`, 'danger'],
  } as const;
  return (
    <Card heading={t`Sent so far`}>
      <ul>
        {references.map((transfer) => {
          const [word, tone] = states[transfer.state];
          return (
            <li key={`${transfer.utr}${transfer.date}`} className={css.sent}>
              <span>
                <b>{money(transfer.amount)}</b> <Pill tone={tone}>{word}</Pill>
              </span>
              <span className={css.label}>
                {transfer.utr} · {showDate(transfer.date)}
              </span>
              {transfer.reason ? <span className={css.label}>{transfer.reason}</span> : null}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
