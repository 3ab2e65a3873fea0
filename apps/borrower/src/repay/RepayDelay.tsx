import type { CallOutput } from '@hiram/contract/call';
import type { OrderId, ProductId } from '@hiram/contract/ids';
import { delayDetail } from '@hiram/contract/repay';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { goBack, goTo } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { noId, usePage, useTitle } from '../app/navigation/usePage.ts';
import { market } from '../app/settings/market.ts';
import { money, showDate } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { BannerLink } from '../kit/feedback/States.tsx';
import { Amount, Card, Head, Rows, type RowText } from '../kit/layout/Card.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { useLateWord } from '../lending/late-word.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import { ChannelCard, DefaultPayment, guideOf, usePayCode } from './amount/Channel.tsx';
import { foldedRows } from './bill/folded-rows.ts';
import { useStoredRepayment } from './code/useStoredRepayment.ts';
import css from './Repay.module.css';

/** Extension: its cost today, and the old and the new due date (EXT-01, EXT-02). */
export default function RepayDelay(): ReactNode {
  const { t } = useLingui();
  const { productId, orderId = noId } = usePage();
  const call = useCall(delayDetail, productId ? { productId, orderId } : { orderId }, {
    loading: t`Loading…`,
  });
  const toOrder = {
    label: t`See my loan`,
    go: () => goTo(paths.order, productId ? { productId, orderId } : { orderId }),
  };
  useTitle(t({ id: 'repay.moveDate', message: 'Move due date' }));
  useStoredRepayment('extension', orderId, call.state === 'ready' ? call.data : undefined);
  if (call.state === 'ready')
    return <Quote quote={call.data} productId={productId} orderId={orderId} onChanged={call.retry} />;
  return (
    <Screen
      title={t({ id: 'repay.moveDate', message: 'Move due date' })}
      back={{ label: t`Back`, go: goBack }}
      busy={call.state === 'waiting'}
    >
      {call.state === 'waiting' ? <Skeleton name="repay" /> : <CallPanel call={call} next={toOrder} />}
    </Screen>
  );
}

type ExtensionQuote = CallOutput<typeof delayDetail>;

interface QuoteProps {
  readonly quote: ExtensionQuote;
  readonly productId: ProductId | undefined;
  readonly orderId: OrderId;
  readonly onChanged: () => void;
}

function Quote(props: QuoteProps): ReactNode {
  const { quote, orderId } = props;
  const { t } = useLingui();
  const [moved] = market.specifiedCopy ? [] : quote.newPlan;
  const before = quote.oldPlan.find(({ periodNo }) => periodNo === moved?.periodNo)?.amount ?? 0;
  const more = moved && before > 0 ? moved.amount - before : 0;
  const owed = plural(quote.newPlan.length, {
    one: 'You still owe the payment.',
    other: 'You still owe all # payments.',
  });
  const lateWord = useLateWord();
  const { pay, busy, changed, channel, setChannel } = useExtensionPayment(props);
  return (
    <Screen
      title={t({ id: 'repay.moveDate', message: 'Move due date' })}
      back={{ label: t`Back`, go: goBack }}
      actions={
        <Button busy={busy} onTap={() => void pay()}>
          {market.specifiedCopy ? t`Get payment code` : t`Pay ${money(quote.extension.amount)}`}
        </Button>
      }
    >
      {changed ? (
        <p className={css.changed} role="alert">
          {changed}
        </p>
      ) : null}
      <Card>
        {moved ? null : (
          <div className={css.product}>
            <Head name={quote.productName} logo={quote.productLogo} />
          </div>
        )}
        <p className={css.label}>{moved ? t`Pay today` : quote.extension.title}</p>
        <Amount>{money(quote.extension.amount)}</Amount>
        {moved && quote.lateCharges > 0 ? (
          <p className={css.label}>
            {t`${money(quote.extension.amount - quote.lateCharges)} interest + ${money(quote.lateCharges)} ${lateWord}`}
          </p>
        ) : null}
        <p className={css.label}>
          {moved ? t`then ${money(moved.amount)} on ${showDate(moved.dueDate, 'short')}` : t`to pay today`}
          {more > 0 ? t`: ${money(before)} + ${money(more)} interest` : null}
        </p>
        {moved ? (
          <p className={css.added}>
            {t`It adds ${money(quote.addedCost)}.`} {owed}
          </p>
        ) : null}
      </Card>
      {moved ? null : <DueDates quote={quote} />}
      {moved ? <Compared quote={quote} /> : <Plans quote={quote} />}
      {moved ? null : <Cost quote={quote} />}
      <ChannelCard channels={quote.channels} chosen={channel} onChoose={setChannel} />
      {quote.showsBanner ? (
        <BannerLink href={href(paths.paymentInstructions, guideOf(quote.channels[channel]))}>
          {quote.bannerText}
        </BannerLink>
      ) : null}
      {quote.permanentCode ? (
        <DefaultPayment payment={quote.permanentCode} page={{ orderId, isDelay: '1' }} />
      ) : null}
    </Screen>
  );
}

/** Requests a code for the price of the extension. */
function useExtensionPayment({ quote, productId, orderId, onChanged }: QuoteProps) {
  const [channel, setChannel] = useState(0);
  const [changed, setChanged] = useState<string | undefined>(undefined);
  const code = usePayCode();
  const pay = async () => {
    const channelNumber = quote.channels[channel]?.channelNumber ?? '';
    const amount = quote.extension.amount;
    const refused = await code.generate({
      ...(productId ? { productId } : {}),
      orderId,
      amount,
      channelNumber,
      isExtension: true,
      quotedFor: quote.quotedFor,
    });
    setChanged(refused?.field === 'amount' || refused?.field === 'quotedFor' ? refused.message : undefined);
    if (refused) onChanged();
  };
  return { pay, busy: code.busy, changed, channel, setChannel };
}

function DueDates({ quote }: { readonly quote: ExtensionQuote }): ReactNode {
  const { t } = useLingui();
  return (
    <Card>
      <div className={css.dates}>
        <div>
          <span className={css.label}>{t`Current due date`}</span>
          <b>{showDate(quote.oldDueDate, 'medium')}</b>
        </div>
        <div>
          <span className={css.label}>{t`Next payment date`}</span>
          <b>{showDate(quote.dueDate, 'medium')}</b>
        </div>
      </div>
    </Card>
  );
}

/** The parts of the price. */
function Cost({ quote }: { readonly quote: ExtensionQuote }): ReactNode {
  const { t } = useLingui();
  const rows = quote.planRows.map((row) => ({
    text: row.title,
    value: money(row.amount),
    note: row.date ? `${row.remark} · ${showDate(row.date)}` : row.remark,
  }));
  return (
    <Card heading={t`Today, and on the new date`}>
      <Rows rows={rows} fold={{ count: foldedRows, more: t`More`, less: t`Hide` }} />
    </Card>
  );
}

const sumOf = (plan: ExtensionQuote['oldPlan']): number => plan.reduce((sum, { amount }) => sum + amount, 0);

/** The repayments of the old and of the new plan, each list with its sum, as the specified page has them. */
function Plans({ quote }: { readonly quote: ExtensionQuote }): ReactNode {
  const { t } = useLingui();
  const lateWord = useLateWord();
  const { oldPlan, newPlan, addedCost, lateCharges, extension } = quote;
  const list = (
    heading: string,
    today: RowText | undefined,
    plan: ExtensionQuote['oldPlan'],
    sum: number,
  ) => (
    <section>
      <h3 className={css.label}>{heading}</h3>
      <Rows
        rows={[
          ...(today ? [today] : []),
          ...plan.map(({ dueDate, amount }) => ({ text: showDate(dueDate, 'short'), value: money(amount) })),
          { text: t`in all`, value: money(sum) },
        ]}
      />
    </section>
  );
  return (
    <Card heading={t`What changes`}>
      <div className={css.plans}>
        {list(
          t`Plan now`,
          lateCharges > 0 ? { text: t`${lateWord} so far`, value: money(lateCharges) } : undefined,
          oldPlan,
          sumOf(oldPlan) + lateCharges,
        )}
        {list(
          t`Plan after`,
          { text: t`to pay today`, value: money(extension.amount) },
          newPlan,
          sumOf(newPlan) + extension.amount,
        )}
      </div>
      <p className={css.added}>{t`Moving the date adds ${money(addedCost)} in total.`}</p>
    </Card>
  );
}

/** Every payment before and after the move, side by side, and both sums. */
function Compared({ quote }: { readonly quote: ExtensionQuote }): ReactNode {
  const { t } = useLingui();
  const lateWord = useLateWord();
  const { oldPlan, newPlan, lateCharges, extension, addedCost } = quote;
  const cell = (amount: number, note?: string) => (
    <td>
      {note ? <small>{note}</small> : null}
      {money(amount)}
    </td>
  );
  return (
    <Card heading={t`What changes`}>
      <table className={css.compared}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t`Plan now`}</th>
            <th scope="col">{t`Plan after`}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t`Today`}</th>
            {lateCharges > 0 ? cell(lateCharges, lateWord) : cell(0)}
            {cell(extension.amount)}
          </tr>
          {newPlan.map(({ periodNo, dueDate, amount }) => {
            const before = oldPlan.find((row) => row.periodNo === periodNo);
            return (
              <tr key={periodNo}>
                <th scope="row">{t`Payment ${periodNo}`}</th>
                {before ? cell(before.amount, showDate(before.dueDate, 'short')) : <td />}
                {cell(amount, showDate(dueDate, 'short'))}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t`In all`}</th>
            {cell(sumOf(oldPlan) + lateCharges)}
            {cell(sumOf(newPlan) + extension.amount)}
          </tr>
          <tr>
            <th scope="row">{t`It adds`}</th>
            <td />
            {cell(addedCost)}
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}
