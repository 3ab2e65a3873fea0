import type { HomeIndex } from '@hiram/contract/home';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { phoneLink } from '../app/host/contact.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { useTitle } from '../app/navigation/usePage.ts';
import { money } from '../app/settings/money.ts';
import { settings } from '../app/settings/settings.ts';
import { BrandArt } from '../art/BrandArt.tsx';
import { EmptyArt } from '../art/EmptyArt.tsx';
import { OtherLanguages } from '../i18n/OtherLanguages.tsx';
import { BannerLink, StatePanel } from '../kit/feedback/States.tsx';
import { BarLink, Screen } from '../kit/layout/Screen.tsx';
import { lazyPart } from '../kit/runtime/lazy-part.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCachedCall } from '../net/cache/useCachedCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import { homeIndex } from './calls.ts';
import { HomeAction } from './HomeAction.tsx';
import { IconRow, IconRows, TalkRow } from './IconRow.tsx';
import { OfferHome } from './OfferHome.tsx';
import { OtherLoans } from './OtherLoans.tsx';
import { QuickLinks } from './QuickLinks.tsx';
import { RunningHome } from './RunningHome.tsx';
import { Trust } from './Trust.tsx';

/** Few borrowers have a credit. */
const Balance = lazyPart(() => import('../lending/story/Balance.tsx').then((module) => module.Balance));

const headline = ({ order }: HomeIndex) =>
  order ? (order.due ? money(order.due.repayAmount) : order.statusText) : '';

/** Home: what matters to this borrower now, then the lender's other products (KEY-02). */
export default function Main(): ReactNode {
  const { t } = useLingui();
  const call = useCachedCall(homeIndex, {}, { headline });
  useTitle(settings.name);
  return (
    <Screen
      title={settings.name}
      brandMark={<BrandArt svg={settings.art.mark} />}
      aside={
        <>
          <OtherLanguages here={() => href(paths.main)} isSignedIn />
          <BarLink {...phoneLink(settings.servicePhone)} label={t`Call us`} icon="phone" />
        </>
      }
      actions={call.state === 'ready' ? <HomeAction home={call.data} /> : null}
      busy={call.state === 'waiting'}
      held={call.held}
    >
      {call.state === 'waiting' ? <Skeleton name="home" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' ? <Home home={call.data} /> : null}
    </Screen>
  );
}

function Home({ home }: { readonly home: HomeIndex }): ReactNode {
  const { t } = useLingui();
  const { order, products, otherOrder, credits, unread, servicePhone } = home;
  return (
    <>
      {order ? <RunningHome order={order} phone={servicePhone} /> : <OfferHome home={home} />}
      <Suspense fallback={null}>
        {credits.map((credit) => (
          <Balance
            key={credit.orderId}
            credit={credit.credit}
            name={credit.productName}
            phone={servicePhone}
          />
        ))}
      </Suspense>
      {unread ? (
        <BannerLink href={href(paths.messages)}>
          {t`${plural(unread, { one: '# new message', other: '# new messages' })}`}
        </BannerLink>
      ) : null}
      {otherOrder ? (
        <IconRows>
          <IconRow
            icon="calendar"
            href={href(paths.order, { productId: otherOrder.productId, orderId: otherOrder.orderId })}
            title={otherOrder.notice}
            {...(otherOrder.helps ? { text: otherOrder.helps } : {})}
          />
          {order ? null : <TalkRow phone={servicePhone} />}
        </IconRows>
      ) : null}
      {products.length === 0 ? (
        <StatePanel art={<EmptyArt />} title={t`No offers right now`} text={t`Please check back later.`} />
      ) : null}
      {/* Nothing more is sold to whoever has a loan, waits for one or was refused. */}
      {order || otherOrder ? null : <OtherLoans home={home} />}
      <QuickLinks order={order} />
      <Trust />
    </>
  );
}
