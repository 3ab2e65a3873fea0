import type { SiteFacts } from '@hiram/visitor-pages/site-facts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FramedDrawing } from './Picture.tsx';
import css from './Site.module.css';

/** SITE-03: about the company, with pictures. */
export function About({ facts }: { readonly facts: SiteFacts }): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <h1>{t`About Us`}</h1>
      <div className={css.aboutPage}>
        <div className={css.pair}>
          <FramedDrawing name="person" facts={facts} alt={t`A person who borrows`} />
          <FramedDrawing name="hand" facts={facts} alt={t`A hand with the app on a phone`} />
        </div>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server converts the brand's own text to safe HTML */}
        <div className={css.text} dangerouslySetInnerHTML={{ __html: facts.about.html }} />
      </div>
    </>
  );
}
