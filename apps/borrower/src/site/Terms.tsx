import type { ReactNode } from 'react';
import type { SiteFacts } from './facts.ts';
import css from './Site.module.css';

/** SITE-08: the loan agreement's general terms. */
export function Terms({ facts }: { readonly facts: SiteFacts }): ReactNode {
  return (
    <>
      <h1>{facts.terms.title}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the brand's own text, turned into safe HTML by the server */}
      <div className={css.text} dangerouslySetInnerHTML={{ __html: facts.terms.html }} />
    </>
  );
}
