import { createHash } from 'node:crypto';

const style = [
  'body{font:16px/1.6 system-ui,sans-serif;margin:0 auto;max-width:40rem;padding:16px;color-scheme:light dark;overflow-wrap:break-word}',
  // A cell may break anywhere, so that a table is never wider than the screen.
  'table{border-collapse:collapse;width:100%;margin:12px 0}td,th{padding:6px 8px;border-bottom:1px solid #8886;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;vertical-align:top}td+td{text-align:right}',
  'h1{font-size:22px}footer{font-size:12px;overflow-wrap:anywhere;opacity:.8}',
  'nav a{display:inline-block;min-height:48px;line-height:48px;padding-right:16px}nav[hidden]{display:none}',
].join('');

/**
 * The back link of a page outside a frame. It leads to the previous page or, in a web view without history, to the path of
 * this site in the fragment. Written in ES5 for old engines.
 */
const script = `(function(){var n=document.getElementById('back');if(window.top!==window.self)return;n.hidden=false;var a=n.firstChild,t='';try{t=decodeURIComponent(location.hash.slice(1))}catch(e){}if(/^\\/[!-~]*$/.test(t))a.href=location.origin+t;a.onclick=function(e){if(history.length>1){e.preventDefault();history.back()}}})()`;

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
const sources = `style-src 'sha256-${sha256(style)}'; script-src 'sha256-${sha256(script)}'`;

/**
 * The content security policy of a document page: its own style and script only. Only the pages of `framedBy` and this site
 * may frame it.
 */
export function documentPolicy(framedBy: readonly string[]): string {
  return `default-src 'none'; ${sources}; frame-ancestors 'self' ${framedBy.join(' ')}; base-uri 'none'`;
}

/** Whether a page asks for a document's text alone, to show it itself. */
export function wantsText(accept: string | undefined): boolean {
  return accept === 'application/json';
}

/** A page that shows one document. `title` and `html` are HTML; `back` is the label of the back link. */
export function documentPage(page: {
  readonly language: string;
  readonly title: string;
  readonly html: string;
  readonly back: string;
}): string {
  const { language, title, html, back } = page;
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style><nav id="back" hidden><a href="/main">${back}</a></nav><h1>${title}</h1>${html}<script>${script}</script></html>`;
}
