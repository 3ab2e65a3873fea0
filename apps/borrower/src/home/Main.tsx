import { type HomeIndex, homeIndex } from '@hiram/contract/home';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CallPanel } from '../app/CallPanel.tsx';
import { href } from '../app/href.ts';
import { money, showDate } from '../app/money.ts';
import { paths } from '../app/paths.ts';
import { settings } from '../app/settings.ts';
import { useTitle } from '../app/usePage.ts';
import { LostArt } from '../art/LostArt.tsx';
import { Head } from '../kit/Card.tsx';
import { BarLink, Screen } from '../kit/Screen.tsx';
import { StatePanel } from '../kit/States.tsx';
import { useCall } from '../net/useCall.ts';
import { Skeleton } from '../shell/shells.tsx';
import css from './Home.module.css';

/** Home: the order under way first, then what the lender offers. */
export default function Main(): ReactNode {
  const { t } = useLingui();
  const call = useCall(homeIndex, {});
  useTitle(settings.name);
  return (
    <Screen
      title={settings.name}
      aside={<BarLink href={`tel:${settings.servicePhone}`} label={t`Call us`} icon="phone" />}
      busy={call.state === 'waiting'}
    >
      {call.state === 'waiting' ? <Skeleton name="list" /> : null}
      {call.state === 'refused' || call.state === 'unreachable' ? <CallPanel call={call} /> : null}
      {call.state === 'ready' ? <Offers home={call.data} /> : null}
    </Screen>
  );
}

function Offers({ home }: { readonly home: HomeIndex }): ReactNode {
  const { t } = useLingui();
  const { order, products } = home;
  return (
    <>
      {order ? (
        <>
          <h2 className={css.heading}>{t`Your loan`}</h2>
          <Link
            className={`${css.product} ${css.running}`}
            href={href(paths.order, { productId: order.productId, orderId: order.orderId })}
          >
            <Head name={order.productName} sub={order.statusText} />
            <p className={css.range}>{money(order.due?.repayAmount ?? order.amount)}</p>
            {order.due ? <p className={css.sub}>{t`due ${showDate(order.due.dueTime)}`}</p> : null}
          </Link>
        </>
      ) : null}
      <h2 className={css.heading}>{t`Loans`}</h2>
      {products.length === 0 ? (
        <StatePanel
          art={<LostArt />}
          title={t`Nothing on offer right now`}
          text={t`Please look in again later.`}
        />
      ) : null}
      {products.map((product) => (
        <Link
          key={product.productId}
          className={css.product}
          href={href(paths.productDetail, { productId: product.productId })}
        >
          <Head name={product.productName} sub={product.term} />
          <p className={css.range}>{product.amountRange}</p>
          <p className={css.sub}>{product.rate}</p>
        </Link>
      ))}
    </>
  );
}
