import type { SiteFacts } from '@hiram/visitor-pages/site-facts';
import type { ReactNode } from 'react';
import css from './Site.module.css';

/** SITE-08: the loan agreement's general terms. */
export function Terms({ facts }: { readonly facts: SiteFacts }): ReactNode {
  return (
    <>
      <h1>{facts.terms.title}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server converts the brand's own text to safe HTML */}
      <div className={css.text} dangerouslySetInnerHTML={{ __html: facts.terms.html }} />
    </>
  );
}
