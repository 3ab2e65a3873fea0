import type { ListedProduct } from '@hiram/contract/home';
import type { ReactNode } from 'react';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { Head } from '../kit/layout/Card.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import css from './Home.module.css';

/** A product in a list: range, rate, and the cost of a thousand, so that products can be compared. */
export function ProductCard({ product }: { readonly product: ListedProduct }): ReactNode {
  return (
    <Link className={css.product} href={href(paths.productDetail, { productId: product.productId })}>
      <Head name={product.productName} logo={product.productLogo} sub={product.term}>
        <Icon name="chevron" size={20} />
      </Head>
      <p className={css.range}>{product.amountRange}</p>
      <p className={css.sub}>{product.rate}</p>
      <p className={css.cost}>{product.cost}</p>
    </Link>
  );
}
