import { type HomeIndex, homeIndex } from '@hiram/contract/home';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { phoneLink } from '../app/contact.ts';
import { goTo } from '../app/go.ts';
import { href } from '../app/href.ts';
import { paths } from '../app/paths.ts';
import { settings } from '../app/settings.ts';
import { useTitle } from '../app/usePage.ts';
import { LostArt } from '../art/LostArt.tsx';
import { Button } from '../kit/Button.tsx';
import { BarLink, Screen } from '../kit/Screen.tsx';
import { BannerLink, StatePanel } from '../kit/States.tsx';
import { Balance } from '../lending/Balance.tsx';
import { isDue } from '../lending/order-status.ts';
import { PayoffOffer } from '../lending/PayoffOffer.tsx';
import { CallPanel } from '../net/CallPanel.tsx';
import { useCall } from '../net/useCall.ts';
import { Skeleton } from '../shell/shells.tsx';
import css from './Home.module.css';
import { ProductCard } from './ProductCard.tsx';
import { QuickLinks } from './QuickLinks.tsx';
import { RunningOrder } from './RunningOrder.tsx';

/** The maximum number of products on the home page; another page lists all. */
const shownProducts = 3;

/** Home: first the current order, then the lender's products (KEY-02). */
export default function Main(): ReactNode {
  const { t } = useLingui();
  const call = useCall(homeIndex, {});
  useTitle(settings.name);
  const order = call.state === 'ready' ? call.data.order : undefined;
  return (
    <Screen
      title={settings.name}
      aside={<BarLink {...phoneLink(settings.servicePhone)} label={t`Call us`} icon="phone" />}
      actions={
        order && isDue(order.status) ? (
          <Button
            onTap={() => goTo(paths.repay, { productId: order.productId, orderId: order.orderId })}
          >{t`Repay now`}</Button>
        ) : null
      }
      busy={call.state === 'waiting'}
    >
      {call.state === 'waiting' ? <Skeleton name="list" /> : null}
      {call.state === 'refused' || call.state === 'unreachable' ? <CallPanel call={call} /> : null}
      {call.state === 'ready' ? <Home home={call.data} /> : null}
    </Screen>
  );
}

function Home({ home }: { readonly home: HomeIndex }): ReactNode {
  const { t } = useLingui();
  const { order, products, applyAgain, credits, servicePhone } = home;
  return (
    <>
      {order ? <RunningOrder order={order} /> : null}
      {order?.due ? (
        <PayoffOffer due={order.due} page={{ productId: order.productId, orderId: order.orderId }} />
      ) : null}
      {order?.due ? (
        <Balance
          credit={order.due.credit}
          refundOwed={order.due.refundOwed}
          underReview={order.due.underReview}
          phone={servicePhone}
        />
      ) : null}
      {credits.map((credit) => (
        <Balance key={credit.orderId} credit={credit.credit} name={credit.productName} phone={servicePhone} />
      ))}
      {order ? <QuickLinks order={order} /> : null}
      {applyAgain ? (
        <BannerLink
          href={href(paths.order, { productId: applyAgain.productId, orderId: applyAgain.orderId })}
        >
          {applyAgain.notice}
        </BannerLink>
      ) : null}
      <div className={css.row}>
        <h2 className={css.heading}>{order ? t`Loans` : t`What would you like to borrow?`}</h2>
        {products.length > shownProducts ? <Link href={href(paths.product)}>{t`See all`}</Link> : null}
      </div>
      {products.length === 0 ? (
        <StatePanel art={<LostArt />} title={t`No offers right now`} text={t`Please check back later.`} />
      ) : null}
      {products.slice(0, shownProducts).map((product) => (
        <ProductCard key={product.productId} product={product} />
      ))}
      <BannerLink href={href(paths.recommendList)}>{t`More offers, ours and our partners’`}</BannerLink>
      {order ? null : <QuickLinks order={order} />}
    </>
  );
}
