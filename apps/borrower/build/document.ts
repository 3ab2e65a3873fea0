/**
 * The document of a route, with the placeholders that the server fills for a brand: `%TITLE%`, `%COLOURS%`,
 * `%SETTINGS%`.
 */
export function documentFor(page: {
  readonly css: string;
  /** The files whose content `css` contains. */
  readonly inlined: readonly string[];
  readonly shell: string;
  readonly script: string;
  readonly entry: string;
  readonly preload: readonly string[];
}): string {
  const preloads = page.preload
    .map((file) => (file === page.entry ? '' : `<link rel="modulepreload" crossorigin href="${file}">`))
    .join('');
  // Marks the inlined stylesheets as present, so that the loader of a screen's chunk does not fetch them again.
  const presentStyles = page.inlined
    .map((file) => `<link rel="stylesheet" crossorigin href="${file}" disabled>`)
    .join('');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    '<meta name="referrer" content="no-referrer"><meta name="format-detection" content="telephone=no">',
    '<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">',
    '<title>%TITLE%</title><style>%COLOURS%</style>',
    `<style>${page.css}</style>${presentStyles}`,
    '<script type="application/json" id="hiram">%SETTINGS%</script>',
    `<script>${page.script}</script>`,
    `<script type="module" crossorigin src="${page.entry}"></script>${preloads}`,
    '</head><body>',
    `<div id="root">${page.shell}</div>`,
    '<noscript><p class="notice">This page needs JavaScript.</p></noscript>',
    '<p class="notice update" lang="en">Please update this app, or the web view of your phone (Android System WebView), to open this page.</p>',
    '<p class="notice retry" lang="en">This page could not be loaded. <a href="">Try again</a></p>',
    '</body></html>',
  ].join('');
}
