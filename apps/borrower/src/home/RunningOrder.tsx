import type { HomeIndex } from '@hiram/contract/home';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { href } from '../app/href.ts';
import { money } from '../app/money.ts';
import { paths } from '../app/paths.ts';
import { Amount, Head } from '../kit/Card.tsx';
import { Icon } from '../kit/Icon.tsx';
import { DuePill } from '../lending/DuePill.tsx';
import { useQuoteWords } from '../lending/quote-words.ts';
import css from './Home.module.css';

/** The current loan: the amount owed, its due day, and how late it is. */
export function RunningOrder({ order }: { readonly order: NonNullable<HomeIndex['order']> }): ReactNode {
  const { t } = useLingui();
  const { due } = order;
  const words = useQuoteWords(due);
  return (
    <Link
      className={`${css.product} ${css.running} ${order.status === 'overdue' ? css.late : ''}`}
      href={href(paths.order, { productId: order.productId, orderId: order.orderId })}
    >
      <Head name={order.productName} logo={order.productLogo} sub={order.statusText}>
        <Icon name="chevron" size={20} />
      </Head>
      <p className={css.label}>{due ? words.label : t`You asked for`}</p>
      <Amount>{money(due ? due.repayAmount : order.amount)}</Amount>
      {due ? (
        <p className={css.by}>
          <DuePill due={due} status={order.status} />
          <span>
            {words.when}
            {due.periods > 1 && (due.kind === 'instalment' || due.kind === 'overdue')
              ? ` · ${t`repayment ${due.periodNo} of ${due.periods}`}`
              : ''}
          </span>
        </p>
      ) : null}
    </Link>
  );
}
