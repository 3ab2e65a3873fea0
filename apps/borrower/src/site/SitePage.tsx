import { type SiteFacts, type SiteSection, sitePaths, siteSections } from '@hiram/visitor-pages/site-facts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { About } from './About.tsx';
import { Contact } from './Contact.tsx';
import { Home } from './Home.tsx';
import { Policy } from './Policy.tsx';
import css from './Site.module.css';
import { Terms } from './Terms.tsx';

const bodies = { home: Home, about: About, contact: Contact, policy: Policy, terms: Terms } as const;

/** A page of the marketing site (SITE-01 … SITE-08). It works without scripts. */
export default function SitePage({
  section,
  facts,
}: {
  readonly section: SiteSection;
  readonly facts: SiteFacts;
}): ReactNode {
  const { t } = useLingui();
  // The specification gives the first, fourth and fifth name (SITE-01).
  const names: Readonly<Record<SiteSection, string>> = {
    home: t`Home`,
    about: t`About Us`,
    contact: t`Contact Us`,
    policy: t({ id: 'site.policy', message: 'Privacy' }),
    terms: t({ id: 'site.terms', message: 'Loan terms' }),
  };
  const Body = bodies[section];
  return (
    <div className={css.site}>
      <a className={css.skip} href="#content">{t`Skip to content`}</a>
      <header className={css.top}>
        <div className={css.bar}>
          <a className={css.brand} href={`/${facts.query}`}>
            <span
              className={css.mark}
              aria-hidden="true"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the server accepts only plain drawings of the brand's own folder
              dangerouslySetInnerHTML={{ __html: facts.mark }}
            />
            {facts.name}
          </a>
          <a className={css.enter} href={`/main${facts.query}`}>{t`Sign in`}</a>
          <nav aria-label={t`Sections`}>
            <ul className={css.nav}>
              {siteSections.map((name) => (
                <li key={name}>
                  <a
                    href={sitePaths[name] + facts.query}
                    aria-current={name === section ? 'page' : undefined}
                  >
                    {names[name]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </header>
      <main id="content" className={section === 'home' ? `${css.main} ${css.wide}` : css.main}>
        <Body facts={facts} />
      </main>
      <Footer section={section} facts={facts} />
    </div>
  );
}

function Footer({ section, facts }: { readonly section: SiteSection; readonly facts: SiteFacts }): ReactNode {
  const { t } = useLingui();
  return (
    <footer className={css.footer}>
      <div className={css.foot}>
        <p>
          <b>{facts.legalName}</b>
          <br />
          {facts.address}
        </p>
        <p>
          {t`Registration ${facts.registration}, licence ${facts.authority}.`}{' '}
          {t`Study the terms in the statement of costs before you take a loan.`}
        </p>
        {facts.languages.length > 1 ? (
          <ul className={css.languages} aria-label={t`Languages`}>
            {facts.languages.map(({ code, name, query }) => (
              <li key={code}>
                <a href={sitePaths[section] + query} hrefLang={code} lang={code}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </footer>
  );
}
