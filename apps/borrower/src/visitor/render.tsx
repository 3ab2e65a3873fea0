import { contactBridgeScript } from '@hiram/visitor-pages/contact-bridge-script';
import { escapeHtml } from '@hiram/visitor-pages/escape-html';
import { withVisitorQuery } from '@hiram/visitor-pages/links';
import type { DocumentOptions, VisitorPage } from '@hiram/visitor-pages/pages';
import type { PromotionFacts } from '@hiram/visitor-pages/promotion-facts';
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'preact-render-to-string';
import type { ReactNode } from 'react';
import { specifiedCopy } from '../i18n/specified-copy.ts';
import { AgreementTemplate } from '../promotion/AgreementTemplate.tsx';
import { DownloadTemplate } from '../promotion/DownloadTemplate.tsx';
import { Promotion } from '../promotion/Promotion.tsx';
import { contactScript } from '../site/contact-script.ts';
import { siteHead } from '../site/head.ts';
import textCss from '../site/Site.module.css';
import SitePage from '../site/SitePage.tsx';
import { linkScript, sidScript, themeScript } from './visitor-script.ts';

const catalogues = import.meta.glob<Messages>('../../locales/*/{promotion,site}.po', {
  import: 'messages',
  eager: true,
});
const english = import.meta.glob<Messages>('../../locales/fil/{promotion,site}.po', {
  import: 'messages',
  query: '?english',
  eager: true,
});

function i18nFor(
  kind: VisitorPage['kind'],
  { language, requestedLanguage, usesSpecifiedCopy: letter }: DocumentOptions,
) {
  const name = kind === 'site' ? 'site' : 'promotion';
  const messages = {
    ...(catalogues[`../../locales/${language}/${name}.po`] ?? english[`../../locales/fil/${name}.po`]),
    ...specifiedCopy(letter, requestedLanguage, language),
  };
  return setupI18n({ locale: language, messages: { [language]: messages } });
}

function bodyOf(page: VisitorPage): ReactNode {
  switch (page.kind) {
    case 'promotion':
      return <Promotion facts={page.facts} {...(page.plain ? { plain: page.plain } : {})} />;
    case 'download':
      return <DownloadTemplate facts={page.facts} />;
    case 'agreement':
      return <AgreementTemplate facts={page.facts} />;
    case 'site':
      return <SitePage section={page.section} facts={page.facts} />;
    case 'text':
      return (
        <>
          {page.brand ? (
            <header className={textCss.top}>
              <p className={textCss.bar}>
                <span className={textCss.brand}>
                  <span
                    className={textCss.mark}
                    aria-hidden="true"
                    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server accepts only plain drawings of the brand's own folder
                    dangerouslySetInnerHTML={{ __html: page.brand.mark }}
                  />
                  {page.brand.name}
                </span>
              </p>
            </header>
          ) : null}
          <main className={textCss.main} aria-label={page.title}>
            <h1>{page.title}</h1>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server converts the brand's own text to safe HTML */}
            <div className={textCss.text} dangerouslySetInnerHTML={{ __html: page.html }} />
          </main>
        </>
      );
  }
}

/** JSON that cannot close its script element. */
const jsonBlock = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c');

/** The whole document of a page for visitors. It is readable without scripts. */
export function renderDocument(page: VisitorPage, options: DocumentOptions): string {
  const { language, colours, settings, assets } = options;
  const i18n = i18nFor(page.kind, options);
  const body = renderToString(<I18nProvider i18n={i18n}>{bodyOf(page)}</I18nProvider>);
  const css = page.kind === 'site' || page.kind === 'text' ? assets.site.css : assets.promotion.css;
  const head = headOf(page, i18n);
  const scripts = page.kind === 'promotion' && !page.plain ? promotionScripts(page, settings, options) : '';
  const last = page.kind === 'site' && page.section === 'contact' ? contactScript : linkScript;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    '<meta name="referrer" content="no-referrer"><meta name="format-detection" content="telephone=no">',
    '<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">',
    `<title>${escapeHtml(head.title)}</title><meta name="description" content="${escapeHtml(head.description)}">`,
    head.more,
    `<style>${colours}</style><style>${css}</style>`,
    `<script>${themeScript}</script>`,
    scripts,
    page.kind === 'promotion' && !page.plain ? plainRefresh(page.facts) : '',
    '</head><body>',
    `<div id="root">${body}</div>`,
    page.kind === 'promotion' && !page.plain ? `<script>${sidScript}</script>` : '',
    `<script>${last}</script><script>${contactBridgeScript}</script>`,
    '</body></html>',
  ].join('');
}

/** Without scripts the page's captcha has no picture: redirect at once to the server's simple page (PROM-03). */
function plainRefresh({ plainUrl, brand }: PromotionFacts): string {
  const url = escapeHtml(withVisitorQuery(plainUrl, brand));
  return `<noscript><meta http-equiv="refresh" content="0;url=${url}"></noscript>`;
}

function headOf(page: VisitorPage, i18n: I18n): { title: string; description: string; more: string } {
  const hidden = '<meta name="robots" content="noindex">';
  if (page.kind === 'site') return siteHead(page.section, page.facts, i18n);
  if (page.kind === 'text') return { title: page.title, description: page.title, more: hidden };
  return { title: page.facts.name, description: page.facts.template.lead, more: hidden };
}

function promotionScripts(
  page: Extract<VisitorPage, { kind: 'promotion' }>,
  settings: string,
  { assets, language }: DocumentOptions,
): string {
  const { entry, preload } = assets.promotion;
  const words = assets.words[language] ?? assets.words.en ?? [];
  return [
    `<script type="application/json" id="hiram">${settings}</script>`,
    `<script type="application/json" id="facts">${jsonBlock(page.facts)}</script>`,
    `<script type="module" crossorigin src="${entry}"></script>`,
    ...[...preload, ...words]
      .filter((file) => file !== entry)
      .map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
  ].join('');
}
