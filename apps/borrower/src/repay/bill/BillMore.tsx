import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { href } from '../../app/navigation/href.ts';
import { paths } from '../../app/navigation/paths.ts';
import { money } from '../../app/settings/money.ts';
import { Rows } from '../../kit/layout/Card.tsx';
import { Icon } from '../../kit/layout/Icon.tsx';
import { lazyPart } from '../../kit/runtime/lazy-part.ts';
import { DefaultPayment, guideOf } from '../amount/Channel.tsx';
import { PayableFrom } from '../amount/PayableFrom.tsx';
import { amountOf, type Payment, wayOf } from '../amount/useAmountChoice.ts';
import type { BillProps } from '../amount/usePayment.ts';
import css from './Bill.module.css';

/** Loaded when it is opened. */
const WaysSheet = lazyPart(() =>
  import('../../lending/offers/WaysSheet.tsx').then((module) => module.WaysSheet),
);

/** Below the choices: what the chosen amount is made of, what else can be done, and other ways to pay. */
export function BillMore(
  props: BillProps & {
    readonly chosen: Payment;
    /** The index of the chosen channel. */
    readonly channel: number;
    /** Chooses to type an amount. */
    readonly onOther: () => void;
  },
): ReactNode {
  const { bill, orderId, chosen, channel, onOther } = props;
  const { t } = useLingui();
  const payable = bill.amountMax > 0;
  return (
    <>
      {payable ? <NotEnough {...props} onOther={onOther} /> : null}
      {/* The card of another amount says it. */}
      {payable && bill.amountMax < bill.due.owedInAll ? null : <PayableFrom due={bill.due} />}
      {bill.permanentCode ? <DefaultPayment payment={bill.permanentCode} page={{ orderId }} /> : null}
      <div className={css.rows}>
        {payable ? <Parts key={chosen} bill={bill} chosen={chosen} /> : null}
        {bill.showsBanner ? (
          <Row to={href(paths.paymentInstructions, guideOf(bill.channels[channel]))}>{bill.bannerText}</Row>
        ) : null}
        {payable ? (
          <>
            <Row to={href(paths.utrSubmit, { orderId })}>{t`I paid by bank transfer`}</Row>
            <Row to={href(paths.legacyRepay, { orderId })}>{t`Pay with a bank card`}</Row>
          </>
        ) : null}
      </div>
    </>
  );
}

/** A link to another way to pay, or to how it is done. */
function Row({ to, children }: { readonly to: string; readonly children: ReactNode }): ReactNode {
  return (
    <a className={css.row} href={to}>
      <span>{children}</span>
      <Icon name="chevron" size={20} />
    </a>
  );
}

/** The rows that sum to the chosen amount, after a tap. A typed amount has none. */
function Parts({ bill, chosen }: Pick<BillProps, 'bill'> & { readonly chosen: Payment }): ReactNode {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const amount = money(amountOf(bill, chosen) ?? 0);
  const rows = wayOf(bill, chosen)?.rows;
  if (!rows || rows.length === 0) return null;
  return (
    <>
      <button type="button" className={css.row} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span>{t`What ${amount} is made of`}</span>
        <Icon name={isOpen ? 'down' : 'chevron'} size={20} />
      </button>
      {isOpen ? (
        <div className={css.opened}>
          <Rows rows={rows.map((row) => ({ ...row, value: money(row.amount) }))} />
        </div>
      ) : null}
    </>
  );
}

/** Leads who cannot pay the amount due to what the loan offers. */
function NotEnough({
  bill,
  productId,
  orderId,
  onOther,
}: BillProps & {
  /** Chooses to type an amount. */
  readonly onOther: () => void;
}): ReactNode {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  if (bill.due.daysLeft > 0 && !bill.canExtend) return null;
  return (
    <>
      <button type="button" className={css.link} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t`Not enough today? See your choices`}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <WaysSheet
            page={productId ? { productId, orderId } : { orderId }}
            canExtend={bill.canExtend}
            onPart={onOther}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
