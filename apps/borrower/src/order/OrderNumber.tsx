import type { OrderId } from '@hiram/contract/ids';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Icon } from '../kit/layout/Icon.tsx';
import { afterRender } from '../kit/runtime/later.ts';
import css from './Order.module.css';

const copying = afterRender(() => import('../kit/feedback/copy-and-say.ts'));

/** The loan's number, short enough to read out. A tap copies it. */
export function OrderNumber({
  orderId,
  isApplication = false,
}: {
  readonly orderId: OrderId;
  /** It has not become a loan. */
  readonly isApplication?: boolean;
}): ReactNode {
  const { t } = useLingui();
  const number = orderNumber(orderId);
  const copy = async () => {
    const { copyAndSay } = await copying.load();
    await copyAndSay(number, t({ id: 'copied', message: 'Copied' }));
  };
  return (
    <button type="button" className={css.number} onClick={() => void copy()}>
      <span>
        {isApplication ? t`Application number` : t`Loan number`} <b className="num">{number}</b>
      </span>
      <span className="visually-hidden">{t`Copy`}</span>
      <Icon name="copy" size={20} />
    </button>
  );
}
