import { withVisitorQuery } from '@hiram/visitor-pages/links';
import type { PromotionFacts } from '@hiram/visitor-pages/promotion-facts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import css from './Promotion.module.css';

/** The terms of registration (PROM-17, PROM-19), in the brand's own text. */
export function AgreementTemplate({ facts }: { readonly facts: PromotionFacts }): ReactNode {
  const { t } = useLingui();
  return (
    <div className={css.page}>
      <header className={css.bar}>
        <b>{facts.name}</b>
        <a href={withVisitorQuery('/promotion', facts.brand)}>{t`Back`}</a>
      </header>
      <main className={css.main}>
        <h1 className={css.headline}>{facts.agreement.title}</h1>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server converts the brand's own text to safe HTML */}
        <div className={css.text} dangerouslySetInnerHTML={{ __html: facts.agreement.html }} />
      </main>
      <footer className={css.legal}>
        <p>{facts.licence}</p>
      </footer>
    </div>
  );
}
