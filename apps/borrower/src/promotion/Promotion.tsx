import type { ChannelTemplate } from '@hiram/contract/promotion';
import { formatRoundCents } from '@hiram/loan/format';
import { withVisitorQuery } from '@hiram/visitor-pages/links';
import type { PlainForm, PromotionFacts } from '@hiram/visitor-pages/promotion-facts';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { BrandArt } from '../art/BrandArt.tsx';
import type { PromotionActions } from './actions.ts';
import { Bar } from './Bar.tsx';
import { Example } from './Example.tsx';
import css from './Promotion.module.css';
import { PromotionForm } from './PromotionForm.tsx';

/**
 * The landing page of an advertisement (PROM-01 … PROM-18). The server renders all of it, and visitors can type before
 * any script has loaded. Without scripts its form is posted to the server (`plain`).
 */
export function Promotion({
  facts,
  actions,
  plain,
}: {
  readonly facts: PromotionFacts;
  /** The actions of the page once its scripts have loaded. */
  readonly actions?: PromotionActions;
  readonly plain?: PlainForm;
}): ReactNode {
  const { t } = useLingui();
  const [template, setTemplate] = useState(facts.template);
  const [unknown, setUnknown] = useState(facts.unknownTemplate);
  useEffect(() => {
    void actions?.template().then((configuration) => {
      if (!configuration) return;
      if (configuration === 'unknown') return setUnknown(true);
      setTemplate(configuration);
      applyColours(configuration.colours);
    });
  }, [actions]);
  return (
    <div className={css.page}>
      <div className={css.hero}>
        <Bar facts={facts}>
          {facts.otherLanguages.map(({ code, name }) => (
            // The first value of a repeated parameter counts: this language, not that of the visitor's query.
            <a
              key={code}
              lang={code}
              hrefLang={code}
              href={withVisitorQuery(`/promotion?lang=${code}&templateId=${template.id}`, facts.brand)}
            >
              {name}
            </a>
          ))}
        </Bar>
        <section className={css.offer} aria-labelledby="offer">
          <div>
            <Headline template={template} facts={facts} />
            {unknown ? (
              <p className={css.notice} role="status">{t`That offer has ended. Here is our current one.`}</p>
            ) : null}
          </div>
          <BrandArt svg={facts.hand} />
        </section>
      </div>
      <main className={css.main}>
        <div className={css.join}>
          <Example
            key={template.id}
            example={template.example}
            money={facts.money}
            still={plain !== undefined}
            showsRepayment={!facts.usesSpecifiedCopy}
          />
          <PromotionForm facts={facts} template={template} actions={actions} plain={plain} />
        </div>
        <About template={template} facts={facts} />
      </main>
      <footer className={css.legal}>
        <p>
          <a href={withVisitorQuery('/policy', facts.brand)}>{t`Privacy policy`}</a>{' '}
          <a href={withVisitorQuery('/terms', facts.brand)}>{t`Loan terms`}</a>
        </p>
      </footer>
    </div>
  );
}

/**
 * Applies the template's colours: a static host serves one document for all templates, so the page may have those of
 * another.
 */
function applyColours(colours: ChannelTemplate['colours']): void {
  const { style, dataset } = document.documentElement;
  const isDark =
    dataset.theme === 'dark' ||
    (dataset.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  for (const [role, colour] of Object.entries(isDark ? colours.dark : colours.light))
    style.setProperty(`--${role}`, colour);
}

/** The slider's product with its range, then what the advertisement says. The specification's page says the latter alone. */
function Headline({
  template,
  facts,
}: {
  readonly template: ChannelTemplate;
  readonly facts: PromotionFacts;
}): ReactNode {
  const { t } = useLingui();
  const { productName, costs } = template.example;
  const [first] = costs;
  const last = costs[costs.length - 1];
  if (facts.usesSpecifiedCopy || !first || !last)
    return (
      <h1 id="offer" className={css.headline}>
        {template.headline}
      </h1>
    );
  const least = formatRoundCents(first.amount, facts.money);
  const most = formatRoundCents(last.amount, facts.money);
  return (
    <>
      <h1 id="offer" className={css.headline}>{t`${productName}: ${least} to ${most}`}</h1>
      <p className={css.slogan}>{template.headline}</p>
    </>
  );
}

/** Answers a visitor's doubts: whether it is real, how it goes, and what it is good for. */
function About({
  template,
  facts,
}: {
  readonly template: ChannelTemplate;
  readonly facts: PromotionFacts;
}): ReactNode {
  const { t } = useLingui();
  return (
    <section className={css.about}>
      {template.picture === 'scene' ? (
        <div className={css.picture}>
          <BrandArt svg={facts.scene} />
        </div>
      ) : null}
      <p className={css.lead}>{template.lead}</p>
      <ul className={css.points}>
        {template.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <h2 className={css.lead}>{t`Three steps to your money`}</h2>
      <ol className={css.steps}>
        <li>{t`Tell us who you are. It takes about five minutes.`}</li>
        <li>{t`We decide, and tell you why if we say no.`}</li>
        <li>{t`Read the whole cost, agree, and the money goes to your wallet or bank.`}</li>
      </ol>
      <p className={css.badge}>
        <b>{t`A licensed lender`}</b> {facts.licence}
      </p>
    </section>
  );
}
