import type { SiteFacts } from '@hiram/visitor-pages/site-facts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Picture } from './Picture.tsx';
import css from './Site.module.css';

/** SITE-03: about the company, with pictures. */
export function About({ facts }: { readonly facts: SiteFacts }): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <h1>{t`About Us`}</h1>
      <div className={css.pair}>
        <Picture name="people" facts={facts} alt={t`Two people talking at a desk`} />
        <Picture name="hero" facts={facts} alt={t`A woman in front of her shop with the app on her phone`} />
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server converts the brand's own text to safe HTML */}
      <div className={css.text} dangerouslySetInnerHTML={{ __html: facts.about.html }} />
    </>
  );
}
