import { type ProductDetail as Product, productApply, productDetail } from '@hiram/contract/home';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { CallPanel } from '../app/CallPanel.tsx';
import { goBack, goTo } from '../app/go.ts';
import { bridge } from '../app/host.ts';
import { withContext } from '../app/href.ts';
import { paths } from '../app/paths.ts';
import { usePage, useTitle } from '../app/usePage.ts';
import { Button } from '../kit/Button.tsx';
import { Card, Head, Rows } from '../kit/Card.tsx';
import { Screen } from '../kit/Screen.tsx';
import { useCall } from '../net/useCall.ts';
import { useSubmit } from '../net/useSubmit.ts';
import { Skeleton } from '../shell/shells.tsx';
import css from './Home.module.css';

/** A product's page: range, term, rate, and what an example costs. */
export default function ProductDetail(): ReactNode {
  const { t } = useLingui();
  const { productId = '' } = usePage();
  const call = useCall(productDetail, { productId });
  const title = call.state === 'ready' ? call.data.product.productName : t`Loan`;
  useTitle(title);
  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: goBack }}
      actions={call.state === 'ready' ? <Apply product={call.data} /> : null}
      busy={call.state === 'waiting'}
    >
      {call.state === 'waiting' ? <Skeleton name="repay" /> : null}
      {call.state === 'refused' || call.state === 'unreachable' ? <CallPanel call={call} /> : null}
      {call.state === 'ready' ? <Facts product={call.data} /> : null}
    </Screen>
  );
}

function Facts({ product: { product, rows, example } }: { readonly product: Product }): ReactNode {
  return (
    <>
      <Card>
        <Head name={product.productName} sub={product.term} />
        <p className={css.range}>{product.amountRange}</p>
        <p className={css.sub}>{product.rate}</p>
      </Card>
      <Card heading={example.title}>
        <Rows rows={example.rows} />
      </Card>
      <Card>
        <Rows rows={rows} />
      </Card>
    </>
  );
}

function Apply({ product }: { readonly product: Product }): ReactNode {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(productApply);
  const { productId } = product.product;
  const { orderId } = product;
  if (product.next === 'order' && orderId)
    return <Button onTap={() => goTo(paths.order, { productId, orderId })}>{t`See my running loan`}</Button>;
  const apply = async () => {
    const answer = await submit({ productId });
    if (answer?.ok) navigate(withContext(answer.data.url));
  };
  if (product.next === 'certify')
    return (
      <>
        <p className={css.sub}>{t`Before you can borrow, the app needs your details.`}</p>
        <Button
          onTap={() => void bridge.request('goToPage', { page: 'apply', param: { productId } })}
        >{t`Complete my details`}</Button>
      </>
    );
  return (
    <Button busy={busy} onTap={() => void apply()}>
      {t`Apply`}
    </Button>
  );
}
