import { type InstalmentDetail, instalmentDetail } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { CallPanel } from '../app/CallPanel.tsx';
import { goBack } from '../app/go.ts';
import { href } from '../app/href.ts';
import { money, showDate } from '../app/money.ts';
import { paths } from '../app/paths.ts';
import { usePage, useTitle } from '../app/usePage.ts';
import { Button } from '../kit/Button.tsx';
import { Amount, Card, Head, Rows } from '../kit/Card.tsx';
import { TextField } from '../kit/Field.tsx';
import { Screen } from '../kit/Screen.tsx';
import { BannerLink } from '../kit/States.tsx';
import { useCall } from '../net/useCall.ts';
import { Skeleton } from '../shell/shells.tsx';
import { ChannelCard, DefaultPayment, guideOf, usePayCode } from './Channel.tsx';
import { foldedRows } from './folded-rows.ts';
import css from './Repay.module.css';
import { useStoredRepayment } from './stored-repayment.ts';

/** Instalment repayment (INST-01 … INST-05). */
export default function Repay(): ReactNode {
  const { t } = useLingui();
  const { productId, orderId = '' } = usePage();
  const call = useCall(instalmentDetail, productId ? { productId, orderId } : { orderId }, {
    loading: t`Loading…`,
  });
  useTitle(t`Repayment`);
  useStoredRepayment('repayment', orderId, call.state === 'ready' ? call.data : undefined);
  if (call.state === 'ready')
    return <Bill bill={call.data} productId={productId} orderId={orderId} onChanged={call.retry} />;
  return (
    <Screen title={t`Repayment`} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="repay" /> : <CallPanel call={call} />}
    </Screen>
  );
}

function Bill({
  bill,
  productId,
  orderId,
  onChanged,
}: {
  readonly bill: InstalmentDetail;
  readonly productId: string | undefined;
  readonly orderId: string;
  readonly onChanged: () => void;
}): ReactNode {
  const { t } = useLingui();
  const [channel, setChannel] = useState(0);
  const [part, setPart] = useState<string | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const code = usePayCode();
  const payable = bill.amountMax > 0;
  const partInput = useRef<HTMLInputElement>(null);
  const range = t`From ${money(bill.amountMin)} to ${money(bill.amountMax)}, without cents`;
  const wrong = (text: string) => {
    setProblem(text);
    partInput.current?.focus();
  };

  const pay = async () => {
    const amount = part === undefined ? bill.repayAmount : Number(part) * 100;
    // Nothing typed is told here; what is too much or too little, by the server, which knows why.
    if (part !== undefined && amount === 0) return wrong(range);
    const channelNumber = bill.repayList[channel]?.channel_number ?? '';
    const refused = await code.generate({
      ...(productId ? { productId } : {}),
      orderId,
      amount,
      channelNumber,
    });
    if (refused?.field === 'amount') wrong(refused.message);
    else setProblem(undefined);
    if (refused && part === undefined) onChanged();
  };

  return (
    <Screen
      title={t`Repayment`}
      back={{ label: t`Back`, go: goBack }}
      actions={
        <Button busy={code.busy} disabled={!payable} onTap={() => void pay()}>
          {t`Generate code`}
        </Button>
      }
    >
      {bill.isShowReyTop === 1 ? (
        <BannerLink href={href(paths.paymentInstructions, guideOf(bill.repayList[channel]))}>
          {bill.noticeMsg}
        </BannerLink>
      ) : null}
      <Card>
        <p className={css.label}>{t`Due ${showDate(bill.repayDate)}`}</p>
        <Amount>{money(bill.repayAmount)}</Amount>
        {bill.due.kind === 'maturity' ? (
          <p
            className={css.label}
          >{t`You can pay this loan before its time from ${showDate(bill.due.payoff.date)}.`}</p>
        ) : null}
      </Card>
      <Card>
        <Head name={bill.productName} logo={bill.productLogo} />
      </Card>
      <Card heading={t`Details`}>
        <Rows rows={bill.detail} fold={{ count: foldedRows, more: t`More`, less: t`Hide` }} />
      </Card>
      {payable ? <ChannelCard channels={bill.repayList} chosen={channel} onChoose={setChannel} /> : null}
      {payable ? (
        <Card>
          {part === undefined ? (
            <button type="button" className={css.part} onClick={() => setPart('')}>
              {t`Pay another amount`}
            </button>
          ) : (
            <TextField
              label={t`Amount`}
              hint={range}
              error={problem}
              name="amount"
              format="number"
              maxLength={7}
              value={part}
              onChange={setPart}
              inputRef={partInput}
            />
          )}
        </Card>
      ) : null}
      {bill.defDetail ? <DefaultPayment payment={bill.defDetail} page={{ orderId }} /> : null}
      {payable ? (
        <>
          <BannerLink href={href(paths.utrSubmit, { orderId })}>{t`I paid by bank transfer`}</BannerLink>
          <BannerLink href={href(paths.legacyRepay, { orderId })}>{t`Pay with a bank card`}</BannerLink>
        </>
      ) : null}
    </Screen>
  );
}
