import { type RecommendedProduct, recommendedClick } from '@hiram/contract/order';
import { saveEvent } from '@hiram/contract/tracking';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { followLink } from '../app/go.ts';
import { href } from '../app/href.ts';
import { paths } from '../app/paths.ts';
import { Head } from '../kit/Card.tsx';
import { useSubmit } from '../net/useSubmit.ts';
import css from './Order.module.css';

/** ORD-18, ORD-19, ORD-24: other products; `globally` 1 is open, 0 dead, any other value grey. */
export function Recommended({
  products,
  module,
}: {
  readonly products: readonly RecommendedProduct[];
  readonly module: number;
}): ReactNode {
  const { t } = useLingui();
  const click = useSubmit(recommendedClick);
  const event = useSubmit(saveEvent);
  const open = async (product: RecommendedProduct, positionId: number) => {
    if (product.globally === 0) return;
    void event.submit({ moduleId: module, positionId }, { quiet: true });
    const answer = await click.submit(
      { moduleId: module, positionId, key: product.key },
      { loading: t`Opening…` },
    );
    if (answer?.ok) followLink(answer.data.url);
  };
  return (
    <>
      <h2 className={css.heading}>{t`Other products you may like`}</h2>
      <ul className={css.products}>
        {products.map((product, index) => (
          <li key={product.key}>
            <button
              type="button"
              className={`${css.product} ${product.globally === 1 ? '' : css.grey}`}
              disabled={product.globally === 0}
              onClick={() => void open(product, index)}
            >
              <Head name={product.name} sub={product.description}>
                <span className={css.cta}>{product.buttonText}</span>
              </Head>
              <span className={css.range}>
                <span>{product.amountRangeDesc}</span>
                <b>{product.amountRange}</b>
              </span>
              <span className={css.range}>{product.rate}</span>
              {product.tags.length > 0 ? <span className={css.tags}>{product.tags.join(' · ')}</span> : null}
            </button>
          </li>
        ))}
      </ul>
      <a className={css.more} href={href(paths.main)}>
        {t`Click to view more products`}
      </a>
    </>
  );
}
