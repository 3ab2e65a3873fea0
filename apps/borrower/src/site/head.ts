import { escapeHtml } from '@hiram/visitor-pages/escape-html';
import { type SiteFacts, type SiteSection, sitePaths } from '@hiram/visitor-pages/site-facts';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const titles = {
  home: msg`Small loans with every cost in the open`,
  about: msg`About Us`,
  contact: msg`Contact Us`,
  policy: msg`Privacy policy`,
  terms: msg`Loan Terms And Conditions`,
} as const;

/**
 * The metadata for search engines: title, description, canonical address, alternate languages, and structured data
 * about the lender.
 */
export function siteHead(
  section: SiteSection,
  facts: SiteFacts,
  i18n: I18n,
): { readonly title: string; readonly description: string; readonly more: string } {
  const { example } = facts;
  const descriptions: Readonly<Record<SiteSection, string>> = {
    home: i18n._(
      msg`${facts.name} lends small amounts. Example: ${example.amount} for ${example.days} days costs ${example.cost} in all. Licence ${facts.authority}.`,
    ),
    about: i18n._(msg`Who ${facts.legalName} is, and how it lends.`),
    contact: i18n._(msg`How to reach ${facts.name}: telephone, email and address.`),
    policy: i18n._(msg`What ${facts.name} keeps of you, why, and how long.`),
    terms: i18n._(msg`The general terms of loans from ${facts.legalName}.`),
  };
  const url = facts.origin + sitePaths[section];
  const data = {
    '@context': 'https://schema.org',
    '@type': 'FinancialService',
    name: facts.name,
    legalName: facts.legalName,
    url: facts.origin,
    telephone: facts.phone,
    email: facts.email,
    address: { '@type': 'PostalAddress', streetAddress: facts.address, addressCountry: facts.country },
    identifier: [facts.registration, facts.authority],
  };
  const alternateLinks = facts.languages
    .map(({ code, query }) => `<link rel="alternate" hreflang="${code}" href="${escapeHtml(url + query)}">`)
    .join('');
  return {
    title: `${facts.name} · ${i18n._(titles[section])}`,
    description: descriptions[section],
    more: `<link rel="canonical" href="${escapeHtml(url + facts.query)}">${alternateLinks}<script type="application/ld+json">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`,
  };
}
