import type { OrderId } from '@hiram/contract/ids';
import { type PayType, payType } from '@hiram/contract/repay';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { goBack } from '../../app/navigation/go.ts';
import { noId, usePage, useTitle } from '../../app/navigation/usePage.ts';
import { money, showDate } from '../../app/settings/money.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { TextField } from '../../kit/controls/Field.tsx';
import { StatePanel } from '../../kit/feedback/States.tsx';
import { toast } from '../../kit/feedback/toaster.ts';
import { Card, Pill, Rows } from '../../kit/layout/Card.tsx';
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
      <AccountCard account={transfer.account} types={types} />
      <p className={css.label}>
        <Trans>Then tell us the reference: it stands on the receipt of your bank or app.</Trans>
      </p>
      <br />
      <ReportFields report={report} />
      {types.references.length > 0 ? <SentTransfers references={types.references} /> : null}
    </Screen>
  );
}

/** What is to be paid, and the account that the transfer goes to. */
function AccountCard({
  account,
  types: { due, tomorrow },
}: {
  readonly account: NonNullable<PayType['channels'][number]['account']>;
  readonly types: PayType;
}): ReactNode {
  const { t } = useLingui();
  const copy = async (text: string) => {
    if (await copyText(text)) toast(t({ id: 'copied', message: 'Copied' }), { kind: 'success' });
  };
  return (
    <Card heading={t`Send the money here`}>
      <Rows
        rows={[
          ...(due === undefined
            ? []
            : [
                {
                  text: t`To pay today`,
                  value: money(due),
                  note: tomorrow === undefined ? undefined : t`${money(tomorrow)} tomorrow`,
                },
              ]),
          { text: t`Bank`, value: account.bank },
          { text: t`Account`, value: account.number.replace(/(\d{4})(?=\d)/g, '$1 ') },
          ...(account.ifsc ? [{ text: t`IFSC`, value: account.ifsc }] : []),
          { text: t`Name`, value: account.holder },
        ]}
      />
      <div className={css.copy}>
        <Button look="secondary" onTap={() => void copy(account.number)}>{t`Copy account number`}</Button>
      </div>
    </Card>
  );
}

function ReportFields({ report }: { readonly report: TransferReport }): ReactNode {
  const { t } = useLingui();
  const { typed, pictures } = report;
  return (
    <>
      <TextField
        label={t`Reference of the transfer`}
        name="utr"
        value={report.utr}
        maxLength={60}
        onChange={report.setUtr}
        inputRef={report.utrInput}
        error={report.errorOf('utr')}
      />
      <TextField
        label={t`Amount sent`}
        hint={'cents' in typed && typed.cents > 0 ? t`You sent ${money(typed.cents)}` : undefined}
        name="amount"
        inputMode="decimal"
        value={report.amount}
        maxLength={20}
        onChange={report.setAmount}
        inputRef={report.amountInput}
        error={report.errorOf('amount')}
      />
      <PictureGrid
        label={t`Photo of the receipt`}
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
