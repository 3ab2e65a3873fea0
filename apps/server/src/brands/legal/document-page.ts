import { createHash } from 'node:crypto';
import type { DocumentSummary } from '@hiram/contract/document';
import { formatCents } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { contactBridgeScript } from '@hiram/visitor-pages/contact-bridge-script';
import { contactParts } from '@hiram/visitor-pages/contacts';
import { type Block, type Fact, tableBlock } from '@hiram/visitor-pages/document-blocks';
import { escapeHtml } from '@hiram/visitor-pages/escape-html';
import type { Brand } from '../brand.ts';
import { lookRules, themeRules } from '../look/art.ts';
import { storyStrip } from '../look/story-strip.ts';

/**
 * No amount and no word is split: a value that does not fit beside its label stands below it. Only what is longer than a
 * whole line, such as a digest, may break.
 */
const style = [
  '*{box-sizing:border-box}',
  'body{margin:0 auto;max-width:40rem;padding:16px 20px 24px;font:16px/1.6 system-ui,sans-serif;background:var(--surface);color:var(--ink);overflow-wrap:break-word}',
  'header{display:flex;align-items:center;margin:0 -20px;padding:16px 20px;background:var(--deep) var(--pattern);border-bottom:3px solid var(--accent)}',
  'header b{display:flex;align-items:center;padding:6px 14px 6px 6px;border-radius:var(--radius);background:var(--surface);color:var(--ink);font:var(--heading-weight) 18px/1.3 var(--display);letter-spacing:var(--tracking);text-transform:var(--display-case)}',
  'header svg{flex:none;width:36px;height:36px;margin-right:12px}',
  'h1{margin:20px 0 12px;font:var(--heading-weight) 22px/1.3 var(--display);letter-spacing:var(--tracking);text-transform:var(--display-case)}',
  'section{margin-bottom:24px;padding:16px;border:1px solid var(--line);border-radius:var(--radius);background:var(--surface-raised)}',
  'section dl:last-child{margin-bottom:-12px}',
  'section dl{display:flex;flex-wrap:wrap;margin:0 0 8px}section dl div{display:block;flex:1 1 8rem;padding:0 12px 12px 0;border:0}section dl div:first-child{flex-basis:100%}',
  'section dt{font-size:14px;line-height:1.4}section dd{font:var(--heading-weight) 20px/1.3 var(--display);letter-spacing:var(--tracking);font-variant-numeric:tabular-nums}section div:first-child dd{font-size:36px;font-weight:var(--display-weight);line-height:1.2}',
  'section small{display:block;color:var(--ink-muted);font:12px/1.4 system-ui,sans-serif;letter-spacing:0;font-variant-numeric:tabular-nums}',
  'section svg,ol{width:calc(100% + 24px);margin:0 -12px}section svg{display:block;height:auto}ol{display:flex;padding:0;list-style:none}ol li{flex:1;margin:0;padding:4px 2px 0;border:0;border-radius:0;background:none;text-align:center;white-space:nowrap;font-size:13px;line-height:1.4}ol b{display:block;font-size:12px;font-variant-numeric:tabular-nums}ol.ends li{text-align:left}ol.ends li:last-child{text-align:right}',
  '@media(max-width:339px){ol.long li{text-align:left}ol.long li:last-child{text-align:right}ol.long li:not(:first-child):not(:last-child){display:none}}',
  'dl{margin:0 0 16px}dl div{display:flex;flex-wrap:wrap;padding:8px 0;border-bottom:1px solid var(--line)}',
  'dt{flex:1 1 9rem;min-width:0;padding-right:12px;color:var(--ink-muted)}dd{margin:0;min-width:0;font-weight:600;font-variant-numeric:tabular-nums}',
  'ul{margin:0 0 16px;padding:0;list-style:none}li{margin-bottom:12px;padding:12px 16px 4px;border:1px solid var(--line);border-radius:var(--radius);background:var(--surface-raised)}li dl{display:flex;flex-wrap:wrap;margin:0}li dl div{display:block;flex:1 1 auto;max-width:100%;padding:0 12px 8px 0;border:0}li dl div:last-child:not(:first-child){padding-right:0;text-align:right}li dt{padding:0;font-size:12px;line-height:1.4}li dd{font-size:15px;line-height:1.4}',
  'footer{color:var(--ink-muted);font-size:12px}',
  'nav a{display:inline-block;min-height:48px;padding-right:16px;line-height:48px;color:var(--primary);font-weight:600;text-decoration:none}nav a::before{content:"‹\\00a0\\00a0"}nav[hidden]{display:none}',
].join('');

/**
 * The back link of a page outside a frame. It leads to the previous page or, in a web view without history, to the path of
 * this site in the fragment. Written in ES5 for old engines.
 */
const script = `(function(){var n=document.getElementById('back');if(window.top!==window.self)return;n.hidden=false;var a=n.firstChild,t='';try{t=decodeURIComponent(location.hash.slice(1))}catch(e){}if(/^\\/[!-~]*$/.test(t))a.href=location.origin+t;a.onclick=function(e){if(history.length>1){e.preventDefault();history.back()}}})()`;

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

function styleOf(brand: Brand): string {
  const { light, dark } = brand.colours;
  return `:root{color-scheme:light dark;${lookRules(brand)};${themeRules(brand, light)}}@media(prefers-color-scheme:dark){:root{${themeRules(brand, dark)}}}${style}`;
}

/** Reports whether a page asks for a document's text alone, to show it itself. */
export function wantsText(accept: string | undefined): boolean {
  return accept === 'application/json';
}

function factList(facts: readonly Fact[]): string {
  return `<dl>${facts.map(({ label, value }) => `<div><dt>${label}</dt><dd>${value}</dd></div>`).join('')}</dl>`;
}

function blockHtml(block: Block): string {
  if (block.kind === 'facts') return factList(block.facts);
  if (block.kind !== 'rows') return `<p>${block.text}</p>`;
  return `<ul>${block.rows.map(({ heading, facts }) => `<li><b>${heading}</b>${factList(facts)}</li>`).join('')}</ul>`;
}

/** The tables of an agreement as lists, as the app's own reader shows them. The cells are HTML already and stay so. */
function withoutTables(html: string): string {
  return html.replace(/<table>(.*?)<\/table>/gs, (_, rows: string) =>
    blockHtml(
      tableBlock(
        [...rows.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, cells = '']) =>
          [...cells.matchAll(/<t[dh]>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => cell),
        ),
      ),
    ),
  );
}

/** With more repayments than this, only the first and the last have a label below the drawing. */
const maxLabels = 4;
/** Below 340 pixels four amounts of more characters than this do not fit side by side: the first and the last are shown. */
const maxShortAmount = 8;

/** A loan in figures, above its document: the figures, and the repayments in the brand's drawing. */
function summaryHtml({ look, money }: Brand, language: string, summary: DocumentSummary): string {
  const { figures, repayments } = summary;
  if (figures.length === 0) return '';
  const facts = figures.map(
    ({ label, value, workedOut }) =>
      `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}${workedOut ? `<small>${escapeHtml(workedOut)}</small>` : ''}</dd></div>`,
  );
  const labels = repayments.map(
    ({ amount, dueDate }) =>
      `<li><b>${formatCents(amount, money)}</b>${formatDate(dueDate, language, 'short')}</li>`,
  );
  const hasEnds = labels.length > maxLabels;
  const shown = hasEnds ? [labels[0], labels.at(-1)] : labels;
  const isLong = repayments.some(({ amount }) => formatCents(amount, money).length > maxShortAmount);
  const fit = hasEnds ? 'ends' : isLong ? 'long' : '';
  const strip =
    labels.length > 1
      ? `${storyStrip(look.story, labels.length)}<ol class="${fit}">${shown.join('')}</ol>`
      : '';
  return `<section><dl>${facts.join('')}</dl>${strip}</section>`;
}

/** The e-mail addresses and telephone numbers of a document as links. It has no links of its own there. */
function withContacts(html: string): string {
  return html.replace(/(<a\b.*?<\/a>|<[^>]*>)|([^<]+)/gs, (tag, isTag: string | undefined) =>
    isTag
      ? tag
      : contactParts(tag)
          .map(({ text, href }) => (href ? `<a href="${href}">${text}</a>` : text))
          .join(''),
  );
}

/**
 * A page that shows one document of the lender in the brand's colours and type, and its content security policy: its own
 * style and script only. Only the pages of `framedBy` and this site may frame it. `html` is the document as it was agreed to.
 */
export function documentPage(page: {
  readonly brand: Brand;
  readonly language: string;
  readonly title: string;
  readonly html: string;
  readonly summary: DocumentSummary;
  /** The label of the back link. */
  readonly back: string;
  readonly framedBy: readonly string[];
}): { readonly html: string; readonly policy: string } {
  const { brand, language, title, summary, back, framedBy } = page;
  const css = styleOf(brand);
  const name = escapeHtml(title);
  return {
    policy: `default-src 'none'; img-src data:; style-src 'sha256-${sha256(css)}'; script-src 'sha256-${sha256(script)}' 'sha256-${sha256(contactBridgeScript)}'; frame-ancestors 'self' ${framedBy.join(' ')}; base-uri 'none'`,
    html: `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${name}</title><style>${css}</style><nav id="back" hidden><a href="/main">${escapeHtml(back)}</a></nav><header><b>${brand.art.mark}${escapeHtml(brand.names.english)}</b></header><h1>${name}</h1>${summaryHtml(brand, language, summary)}${withContacts(withoutTables(page.html))}<script>${script}</script><script>${contactBridgeScript}</script></html>`,
  };
}
