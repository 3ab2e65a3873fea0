import type { PagePlan } from '../start/page-plan.ts';

/**
 * The document of a route, with the placeholders that the server fills for a brand: `%TITLE%`, `%COLOURS%`,
 * `%SETTINGS%`.
 */
export function documentFor(page: {
  readonly css: string;
  readonly shell: string;
  /** The inline script that must run before the first paint. */
  readonly beforePaint: string;
  readonly script: string;
  /** The facts about the page that the inline script needs. */
  readonly plan: PagePlan;
  /**
   * The source of the script that starts the page, without a file of its own: it would cost the phone a
   * request more. Undefined where the server sends the scripts in the document.
   */
  readonly start: string | undefined;
  readonly preload: readonly string[];
}): string {
  const preloads = page.preload
    .map((file) => `<link rel="modulepreload" crossorigin href="${file}">`)
    .join('');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    // Before anything that takes time to read: the phone requests the scripts while it reads the styles.
    preloads,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    '<meta name="referrer" content="no-referrer"><meta name="format-detection" content="telephone=no">',
    '<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">',
    '<title>%TITLE%</title><style>%COLOURS%</style>',
    `<style>${page.css}</style>`,
    '<script type="application/json" id="hiram">%SETTINGS%</script>',
    `<script>${page.beforePaint}</script>`,
    '</head><body>',
    `<div id="root">${page.shell}</div>`,
    // Behind the skeleton, which the phone can paint before this script has run.
    `<script type="application/json" id="hiram-page">${JSON.stringify(page.plan)}</script>`,
    `<script>${page.script}</script>`,
    // As soon as it is there: the server may still be sending the first view behind this part of the document.
    page.start === undefined ? '' : `<script type="module" async>${page.start}</script>`,
    '<noscript><p class="notice">This page needs JavaScript.</p></noscript>',
    '<p class="notice update" lang="en">Please update this app, or the web view of your phone (Android System WebView), to open this page.</p>',
    '<p class="notice retry" lang="en">This page could not be loaded. <a href="">Try again</a></p>',
    '</body></html>',
  ].join('');
}
