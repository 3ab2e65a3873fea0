import { type PayType, payType, uploadReceipt, utrSubmit } from '@hiram/contract/repay';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { goBack } from '../app/go.ts';
import { money, showDate } from '../app/money.ts';
import { usePage, useTitle } from '../app/usePage.ts';
import { Button } from '../kit/Button.tsx';
import { Card, Pill, Rows } from '../kit/Card.tsx';
import { copyText } from '../kit/copy.ts';
import { TextField } from '../kit/Field.tsx';
import { PictureGrid } from '../kit/PictureGrid.tsx';
import { Screen } from '../kit/Screen.tsx';
import { StatePanel } from '../kit/States.tsx';
import { toast } from '../kit/toaster.ts';
import { useTypedMoney } from '../lending/useTypedMoney.ts';
import { CallPanel } from '../net/CallPanel.tsx';
import { upload } from '../net/upload.ts';
import { useCall, useRefresh } from '../net/useCall.ts';
import { usePictures } from '../net/usePictures.ts';
import { useSubmit } from '../net/useSubmit.ts';
import { Skeleton } from '../shell/shells.tsx';
import css from './Repay.module.css';

/** KEY-07: reports a manual transfer by its reference, with a picture of the receipt. */
export default function UtrSubmit(): ReactNode {
  const { t } = useLingui();
  const { orderId = '' } = usePage();
  const call = useCall(payType, { orderId });
  useTitle(t`Bank transfer`);
  if (call.state === 'ready') return <Transfer types={call.data} orderId={orderId} />;
  return (
    <Screen title={t`Bank transfer`} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="form" /> : <CallPanel call={call} />}
    </Screen>
  );
}

function Transfer({ types, orderId }: { readonly types: PayType; readonly orderId: string }): ReactNode {
  const { t } = useLingui();
  const transfer = types.channels.filter((candidate) => candidate.kind === 'transfer')[0];
  const [utr, setUtr] = useState('');
  const [amount, setAmount] = useState('');
  const [problem, setProblem] = useState<{ field: string; text: string } | undefined>(undefined);
  const utrInput = useRef<HTMLInputElement>(null);
  const amountInput = useRef<HTMLInputElement>(null);
  const { submit, busy } = useSubmit(utrSubmit);
  const refresh = useRefresh();
  const read = useTypedMoney();
  const typed = read(amount);
  const pictures = usePictures({
    initialUrls: [],
    maxPictures: 1,
    send: async (picture, signal) => {
      const answer = await upload(uploadReceipt, { picture: picture }, signal);
      return answer.ok ? { url: answer.data.url } : { refused: answer.message };
    },
    onSent: () => void toast(t`The receipt is there.`, { kind: 'success' }),
    onRefused: (message) => void toast(message ?? t`The picture did not arrive. Please add it again.`),
  });
  if (!transfer?.account)
    return (
      <Screen title={t`Bank transfer`} back={{ label: t`Back`, go: goBack }}>
        <StatePanel title={t`Bank transfers are not taken here`} />
      </Screen>
    );

  const showProblem = (field: string, text: string) => {
    setProblem({ field, text });
    (field === 'amount' ? amountInput : utrInput).current?.focus();
  };
  const send = async () => {
    if (!/\S/.test(utr)) return showProblem('utr', t`Type the reference of your transfer.`);
    const sent = read(amount);
    if ('problem' in sent) return showProblem('amount', sent.problem);
    if (sent.cents === 0) return showProblem('amount', t`Type the amount that you sent.`);
    if (pictures.busy) return void toast(t`The picture is still on its way.`, { kind: 'info' });
    setProblem(undefined);
    const image = pictures.list[0]?.url;
    const answer = await submit(
      {
        orderId,
        channelNumber: transfer.channelNumber,
        utr,
        amount: sent.cents,
        ...(image ? { image } : {}),
      },
      { quiet: true },
    );
    if (!answer) return;
    if (!answer.ok)
      return answer.field ? showProblem(answer.field, answer.message) : void toast(answer.message);
    toast(t`Thank you. A person compares it with our statement.`, { kind: 'success' });
    setUtr('');
    setAmount('');
    pictures.list.forEach((picture) => void pictures.remove(picture.key));
    await refresh(payType);
  };
  const copy = async (text: string) => {
    if (await copyText(text)) toast(t`copy success`, { kind: 'success' });
  };
  const { account } = transfer;
  const states = {
    review: [t`Being checked`, 'info'],
    accepted: [t`Counted`, 'positive'],
    refused: [t`Not found`, 'danger'],
  } as const;

  return (
    <Screen
      title={t`Bank transfer`}
      back={{ label: t`Back`, go: goBack }}
      actions={
        <Button busy={busy} onTap={() => void send()}>
          {t`Send reference`}
        </Button>
      }
    >
      <Card heading={t`Send the money here`}>
        <Rows
          rows={[
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
      <p className={css.label}>
        <Trans>Then tell us the reference (UTR) that your bank gave you.</Trans>
      </p>
      <br />
      <TextField
        label={t`Reference of the transfer`}
        name="utr"
        value={utr}
        maxLength={60}
        onChange={setUtr}
        inputRef={utrInput}
        error={problem?.field === 'utr' ? problem.text : undefined}
      />
      <TextField
        label={t`Amount sent`}
        hint={'cents' in typed && typed.cents > 0 ? t`You sent ${money(typed.cents)}` : undefined}
        name="amount"
        inputMode="decimal"
        value={amount}
        maxLength={20}
        onChange={setAmount}
        inputRef={amountInput}
        error={problem?.field === 'amount' ? problem.text : undefined}
      />
      <PictureGrid
        label={t`Picture of the receipt`}
        pictures={pictures.list.map(({ key, shown, url }) => ({ key, shown, busy: url === undefined }))}
        maxPictures={1}
        words={{
          add: t`Add`,
          remove: () => t`Remove the picture`,
          picture: () => t`Receipt`,
          sending: t`On its way`,
        }}
        onAdd={pictures.add}
        onRemove={pictures.remove}
      />
      {types.references.length > 0 ? (
        <Card heading={t`Sent so far`}>
          <ul>
            {types.references.map((transfer) => {
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
      ) : null}
    </Screen>
  );
}
