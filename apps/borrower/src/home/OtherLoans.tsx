import type { HomeIndex } from '@hiram/contract/home';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { BannerLink } from '../kit/feedback/States.tsx';
import { Logo } from '../kit/layout/Card.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import css from './Home.module.css';

/** The maximum number of products on the home page; another page lists all. */
const shownProducts = 3;

/** The other products as rows, each with its range, its term and its cost. */
export function OtherLoans({ home }: { readonly home: HomeIndex }): ReactNode {
  const { t } = useLingui();
  const others = home.products.filter(({ productId }) => productId !== home.offer?.productId);
  return (
    <>
      {others.length > 0 ? (
        <div className={css.row}>
          <h2 className={css.heading}>{home.offer ? t`Other loans` : t`Loans`}</h2>
          {home.products.length > shownProducts ? <Link href={href(paths.product)}>{t`See all`}</Link> : null}
        </div>
      ) : null}
      <div className={css.others}>
        {others.slice(0, shownProducts).map((product) => (
          <Link
            key={product.productId}
            className={css.other}
            href={href(paths.productDetail, { productId: product.productId })}
          >
            <Logo src={product.productLogo} />
            <span className={css.otherWords}>
              <b>{product.productName}</b>
              <span className={css.sub}>{product.amountRange}</span>
              <span className={css.sub}>{product.term}</span>
              <span className={css.sub}>{product.cost}</span>
            </span>
            <Icon name="chevron" size={20} />
          </Link>
        ))}
      </div>
      <BannerLink href={href(paths.recommendList)}>{t`More offers, ours and our partners’`}</BannerLink>
    </>
  );
}
