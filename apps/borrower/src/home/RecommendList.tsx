import { recommendList } from '@hiram/contract/home';
import { modules } from '@hiram/contract/modules';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { goBack, goTo } from '../app/navigation/go.ts';
import { paths } from '../app/navigation/paths.ts';
import { useTitle } from '../app/navigation/usePage.ts';
import { EmptyArt } from '../art/EmptyArt.tsx';
import { StatePanel } from '../kit/feedback/States.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { RecommendedProducts } from '../lending/offers/RecommendedProducts.tsx';
import { useRecommendedClick } from '../lending/offers/useRecommendedClick.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Home.module.css';

/** More recommended products, ours and partners'. */
export default function RecommendList(): ReactNode {
  const { t } = useLingui();
  const call = useCall(recommendList, {});
  const open = useRecommendedClick(modules.recommendList);
  const title = t`Other loans`;
  useTitle(title);
  const products = call.state === 'ready' ? call.data.recommendedProducts : [];
  return (
    <Screen title={title} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="list" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' && products.length === 0 ? (
        <StatePanel
          art={<EmptyArt />}
          title={t`No recommendations right now`}
          text={t`Our own loans are on the first page.`}
          action={{ label: t`See our loans`, go: () => goTo(paths.product) }}
        />
      ) : null}
      {products.length > 0 ? (
        <>
          <p
            className={css.intro}
          >{t`A partner’s loan is a contract with the partner, on the partner’s terms.`}</p>
          <RecommendedProducts products={products} onOpen={open} more={false} />
        </>
      ) : null}
    </Screen>
  );
}
