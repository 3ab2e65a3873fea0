import { jointClick, jointFailure, jointProductLink } from '@hiram/contract/joint-login';
import { modules } from '@hiram/contract/modules';
import type { RecommendedProduct } from '@hiram/contract/recommended-product';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { phoneLink } from '../app/host/contact.ts';
import { followLink, goBack, goHome } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { useIsCurrentPage } from '../app/navigation/useIsCurrentPage.ts';
import { usePage, useTitle } from '../app/navigation/usePage.ts';
import { market } from '../app/settings/market.ts';
import { settings } from '../app/settings/settings.ts';
import { LostArt } from '../art/LostArt.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import { ActionPair, BarLink, Screen } from '../kit/layout/Screen.tsx';
import { RecommendedProducts } from '../lending/offers/RecommendedProducts.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { sendUnanswered } from '../net/transport/count-event.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './JointLoginFailure.module.css';

/** A partner's login failed: explains it and recommends other products (JLF-01 … JLF-03). */
export default function JointLoginFailure(): ReactNode {
  const { t } = useLingui();
  const { productId, orderId } = usePage();
  const call = useCall(jointFailure, {
    ...(productId ? { productId } : {}),
    ...(orderId ? { orderId } : {}),
  });
  const link = useSubmit(jointProductLink);
  const isMounted = useIsCurrentPage();
  const title = market.specifiedCopy ? t`Order Details` : t`A partner’s offer`;
  useTitle(title);
  const open = ({ key }: RecommendedProduct, position: number) => {
    sendUnanswered(jointClick, { module: modules.recommendedOnJointLogin, position, key });
    return follow(key);
  };
  const follow = async (key: string) => {
    const answer = await link.submit({ key }, { loading: t`Opening…` });
    if (answer?.ok && isMounted()) followLink(answer.data.url);
  };
  const failure = call.state === 'ready' ? call.data : undefined;
  const retry = market.specifiedCopy ? undefined : failure?.retry;
  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: goBack }}
      aside={
        <BarLink
          {...phoneLink(failure?.servicePhone || settings.servicePhone)}
          label={t`Call us`}
          icon="phone"
        />
      }
      busy={call.state === 'waiting'}
      actions={
        retry ? (
          <ActionPair>
            <Button look="secondary" onTap={() => goHome()}>{t`Go home`}</Button>
            <Button busy={link.busy} onTap={() => void follow(retry)}>{t`Try again`}</Button>
          </ActionPair>
        ) : failure ? (
          <Button onTap={() => goHome()}>{t`Go home`}</Button>
        ) : undefined
      }
    >
      {call.state === 'waiting' ? <Skeleton name="order" /> : null}
      <CallPanel call={call} />
      {failure ? (
        <>
          <div className={css.hero}>
            <LostArt />
            <h2 className={css.title}>{failure.notice}</h2>
            <p className={css.text}>{failure.reason}</p>
          </div>
          {market.specifiedCopy ? null : (
            <nav className={css.ways} aria-label={t`More`}>
              {orderId ? (
                <Link href={href(paths.order, { orderId })}>
                  {t`See my loan`}
                  <Icon name="chevron" size={20} />
                </Link>
              ) : null}
              <Link href={href(paths.customerService)}>
                {t`Talk to a person`}
                <Icon name="chevron" size={20} />
              </Link>
            </nav>
          )}
          {failure.recommendedProducts.length > 0 ? (
            <RecommendedProducts
              heading={t`Other products you may like`}
              products={failure.recommendedProducts}
              onOpen={(product, position) => void open(product, position)}
            />
          ) : null}
        </>
      ) : null}
    </Screen>
  );
}
