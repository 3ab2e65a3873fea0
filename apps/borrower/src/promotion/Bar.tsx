import type { PromotionFacts } from '@hiram/visitor-pages/promotion-facts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { BrandArt } from '../art/BrandArt.tsx';
import css from './Promotion.module.css';

/** The head of a landing page: who lends, the page in the brand's other languages, and a telephone number. */
export function Bar({
  facts,
  children,
}: {
  readonly facts: PromotionFacts;
  readonly children?: ReactNode;
}): ReactNode {
  const { t } = useLingui();
  return (
    <header className={css.bar}>
      <BrandArt svg={facts.mark} />
      <b>{facts.name}</b>
      {children}
      <a href={`tel:${facts.servicePhone}`}>{t`Call us`}</a>
    </header>
  );
}
