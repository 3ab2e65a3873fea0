import type { OrderId } from '@hiram/contract/ids';
import { type CodeStatus, delayDetail, instalmentDetail } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { goBack, goTo } from '../../app/navigation/go.ts';
import { type Path, paths } from '../../app/navigation/paths.ts';
import { noId, usePage, useTitle } from '../../app/navigation/usePage.ts';
import { marketMoneyFormat, money } from '../../app/settings/money.ts';
import { settings } from '../../app/settings/settings.ts';
import { LostArt } from '../../art/LostArt.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import { StatePanel } from '../../kit/feedback/States.tsx';
import { LiveRow } from '../../kit/feedback/Waiting.tsx';
import { Amount, Card, Head } from '../../kit/layout/Card.tsx';
import { Screen } from '../../kit/layout/Screen.tsx';
import { afterRender, laterPart } from '../../kit/runtime/later.ts';
import { CallPanel } from '../../net/answers/CallPanel.tsx';
import { useCall } from '../../net/answers/useCall.ts';
import { Skeleton } from '../../shell/Skeleton.tsx';
import css from '../Repay.module.css';
import { useRest } from '../received/rest.ts';
import { Barcode } from './Barcode.tsx';
import { QrCode } from './QrCode.tsx';
import { readStoredRepayment, type StoredRepayment } from './stored-repayment.ts';
import { useCodeStatus } from './useCodeStatus.ts';

const copying = afterRender(() => import('../../kit/feedback/copy-and-say.ts'));

/** Shown when the payment has arrived. */
const StatusArt = laterPart(
  () => import('../../art/StatusArt.tsx').then((module) => module.StatusArt),
  afterRender,
);

/**
 * The open payment code of an order with instructions (CODE-04), from the data that the repayment page stored, or else
 * from the server.
 */
export default function RepaymentOfCode2(): ReactNode {
  const { t } = useLingui();
  const { orderId = noId, isDelay } = usePage();
  const purpose = isDelay === '1' ? 'extension' : 'repayment';
  const [stored] = useState(() => readStoredRepayment(purpose, orderId));
  const enabled = stored === undefined;
  const repayment = useCall(instalmentDetail, { orderId }, { enabled: enabled && purpose === 'repayment' });
  const extension = useCall(delayDetail, { orderId }, { enabled: enabled && purpose === 'extension' });
  const call = purpose === 'extension' ? extension : repayment;
  const back = purpose === 'extension' ? paths.repayDelay : paths.repay;
  const title = t`Your payment code`;
  useTitle(title);
  const loaded =
    call.state === 'ready' && call.data.permanentCode
      ? { ...call.data, permanentCode: call.data.permanentCode }
      : undefined;
  const info = stored ?? loaded;
  return (
    <Screen title={title} back={{ label: t`Back`, go: goBack }} busy={!info && call.state === 'waiting'}>
      {info ? (
        <Code info={info} orderId={orderId} back={back} />
      ) : call.state === 'waiting' ? (
        <Skeleton name="code" />
      ) : call.state === 'ready' ? (
        <StatePanel
          art={<LostArt />}
          title={t`No active code`}
          text={t`Open Repayment and make one.`}
          action={{ label: t`Open Repayment`, go: () => goTo(back, { orderId }) }}
        />
      ) : (
        <CallPanel call={call} />
      )}
    </Screen>
  );
}

function Code({
  info,
  orderId,
  back,
}: {
  readonly info: StoredRepayment;
  readonly orderId: OrderId;
  /** The page on which a new code can be requested. */
  readonly back: Path;
}): ReactNode {
  const { t } = useLingui();
  const call = useCodeStatus(info.permanentCode.payCode);
  const status = call.state === 'ready' ? call.data : undefined;
  const rest = useRest(status?.remainder);
  if (status?.state === 'received')
    return (
      <StatePanel
        art={<StatusArt status="settled" currency={marketMoneyFormat.symbol} story={settings.look.story} />}
        title={t`We have your payment`}
        text={[money(status.receivedAmount), rest].filter(Boolean).join('. ')}
        action={{ label: t`See my loan`, go: () => goTo(paths.order, { orderId }) }}
      />
    );
  if (status && (status.state === 'expired' || status.state === 'replaced'))
    return (
      <StatePanel
        title={t`This code has expired`}
        text={t`Nothing was charged. Open Repayment and make a new one.`}
        action={{ label: t`Make a new code`, go: () => goTo(back, { orderId }) }}
      />
    );
  return <OpenCode info={info} status={status} />;
}

/** The code, the amount, and how to pay at each place. */
function OpenCode({
  info,
  status,
}: {
  readonly info: StoredRepayment;
  readonly status: CodeStatus | undefined;
}): ReactNode {
  const { t } = useLingui();
  const { payCode, showType, codeImage: image, logo, title, instructions } = info.permanentCode;
  const digits = payCode.replace(/(\d{4})(?=\d)/g, '$1 ');
  const amount = money(status?.repayAmount ?? info.repayAmount);
  const copy = async () => {
    const { copyAndSay } = await copying.load();
    await copyAndSay(payCode, t({ id: 'copied', message: 'Copied' }));
  };
  return (
    <>
      <Card>
        <Head name={Object.keys(instructions)[0] ?? title} logo={logo} sub={title} />
        <p className={`${css.label} ${css.total}`}>{t`Total payment`}</p>
        <Amount>{amount}</Amount>
      </Card>
      {image && showType !== 1 ? (
        <QrCode image={image} channel={Object.keys(instructions)[0] ?? ''} amount={amount} />
      ) : null}
      <section className={css.code}>
        {image && showType === 1 ? <Barcode image={image} digits={digits} /> : null}
        <p>{t`Contract number`}</p>
        <p className={css.digits}>{digits}</p>
        <div className={css.copy}>
          <Button look="secondary" onTap={() => void copy()}>{t`Copy`}</Button>
        </div>
      </section>
      <LiveRow>
        {status?.state === 'review'
          ? t`A person looks at this payment. Until then it does not count, and you need not pay again.`
          : t`Waiting for your payment`}
      </LiveRow>
      <Instructions instructions={instructions} />
    </>
  );
}

function Instructions({
  instructions,
}: {
  readonly instructions: StoredRepayment['permanentCode']['instructions'];
}): ReactNode {
  return (
    <>
      {Object.entries(instructions).map(([group, ways]) => (
        <Card key={group} heading={group}>
          {ways.map((way) => (
            <div key={way.name}>
              <b>{way.name}</b>
              <ol className={css.steps}>
                {way.steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </div>
          ))}
        </Card>
      ))}
    </>
  );
}
