import type { SiteFacts } from '@hiram/visitor-pages/site-facts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import css from './Site.module.css';

/** SITE-07: the privacy policy in a frame. */
export function Policy({ facts }: { readonly facts: SiteFacts }): ReactNode {
  const { t } = useLingui();
  const title = t`Privacy policy`;
  const address = `/policyText${facts.query}`;
  return (
    <>
      <h1>{title}</h1>
      <iframe className={css.frame} src={address} title={title} />
      <p>
        <a href={address}>{t`Open on its own page`}</a>
      </p>
    </>
  );
}
