import type { HomeIndex } from '@hiram/contract/home';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { href } from '../app/href.ts';
import { money, showDate } from '../app/money.ts';
import { paths } from '../app/paths.ts';
import { Amount, Head } from '../kit/Card.tsx';
import { Icon } from '../kit/Icon.tsx';
import { DuePill } from '../lending/DuePill.tsx';
import css from './Home.module.css';

/** The loan under way, before anything else: what is owed, by when, and how late it is. */
export function RunningOrder({ order }: { readonly order: NonNullable<HomeIndex['order']> }): ReactNode {
  const { t } = useLingui();
  const { due } = order;
  return (
    <Link
      className={`${css.product} ${css.running} ${order.status === 180 ? css.late : ''}`}
      href={href(paths.order, { productId: order.productId, orderId: order.orderId })}
    >
      <Head name={order.productName} logo={order.productLogo} sub={order.statusText}>
        <Icon name="chevron" size={20} />
      </Head>
      <p className={css.label}>
        {due ? (due.overdueDays > 0 ? t`Amount due today` : t`Amount due`) : t`You asked for`}
      </p>
      <Amount>{money(due ? due.repayAmount : order.amount)}</Amount>
      {due ? (
        <p className={css.by}>
          <DuePill due={due} status={order.status} />
          <span>
            {due.overdueDays > 0 ? t`since ${showDate(due.dueTime)}` : t`by ${showDate(due.dueTime)}`}
            {due.periods > 1 ? ` · ${t`repayment ${due.periodNo} of ${due.periods}`}` : ''}
          </span>
        </p>
      ) : null}
    </Link>
  );
}
