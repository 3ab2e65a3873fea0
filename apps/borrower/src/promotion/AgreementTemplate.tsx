import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PromotionFacts } from './facts.ts';
import { carrying } from './links.ts';
import css from './Promotion.module.css';

/** What registering means (PROM-17, PROM-19): the brand's own text. */
export function AgreementTemplate({ facts }: { readonly facts: PromotionFacts }): ReactNode {
  const { t } = useLingui();
  return (
    <div className={css.page}>
      <header className={css.bar}>
        <b>{facts.name}</b>
        <a href={carrying('/promotion', facts.brand)}>{t`Back`}</a>
      </header>
      <main className={css.main}>
        <h1 className={css.headline}>{facts.agreement.title}</h1>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the brand's own text, turned into safe HTML by the server */}
        <div className={css.text} dangerouslySetInnerHTML={{ __html: facts.agreement.html }} />
      </main>
      <footer className={css.legal}>
        <p>{facts.licence}</p>
      </footer>
    </div>
  );
}
