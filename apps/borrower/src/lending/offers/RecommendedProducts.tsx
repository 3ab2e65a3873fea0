import type { RecommendedProduct } from '@hiram/contract/recommended-product';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { goHome } from '../../app/navigation/go.ts';
import { href } from '../../app/navigation/href.ts';
import { paths } from '../../app/navigation/paths.ts';
import { market } from '../../app/settings/market.ts';
import { Head } from '../../kit/layout/Card.tsx';
import css from './RecommendedProducts.module.css';

/** ORD-19, ORD-24, JLF-03: recommended products. A greyed product can still be chosen. */
export function RecommendedProducts({
  products,
  onOpen,
  heading,
  more = true,
}: {
  readonly products: readonly RecommendedProduct[];
  /** Called for a tap on a product that is not disabled, with its zero-based position. */
  readonly onOpen: (product: RecommendedProduct, position: number) => void;
  readonly heading?: string;
  /** Shows a link to more products below the list (ORD-04). */
  readonly more?: boolean;
}): ReactNode {
  const { t } = useLingui();
  return (
    <>
      {heading ? <h2 className={css.heading}>{heading}</h2> : null}
      <ul className={css.products}>
        {products.map((product, index) => (
          <li key={product.key}>
            <button
              type="button"
              className={`${css.product} ${product.availability === 'enabled' ? '' : css.grey}`}
              disabled={product.availability === 'disabled'}
              onClick={() => onOpen(product, index)}
            >
              <Head name={product.name} logo={product.logo} sub={product.tags.join(' · ')} />
              <span className={css.words}>
                {market.specifiedCopy ? product.amountRangeLabel : null}
                <b>{product.amountRange}</b>
                {product.rate}
                <br />
                {product.description}
              </span>
              {product.cost ? <span className={`${css.words} ${css.cost}`}>{product.cost}</span> : null}
              <span className={css.cta}>{product.buttonText}</span>
            </button>
          </li>
        ))}
      </ul>
      {more ? (
        <a
          className={css.more}
          href={href(paths.main)}
          onClick={(event) => {
            event.preventDefault();
            goHome();
          }}
        >
          {t({ id: 'products.more', message: 'See more loans' })}
        </a>
      ) : null}
    </>
  );
}
