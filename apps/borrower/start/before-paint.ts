/*
 * Runs in the head of every screen's document, before the first paint. The build compiles this file alone to ES5: an engine of
 * any age has to read it.
 */
// biome-ignore-all lint/suspicious/noVar: an engine without `const` has to read this file
var root = document.documentElement;
var cookie = document.cookie;
// Chromium asks another process for the cookie: the page reads it once.
window.hiramCookie = cookie;
window.hiramScripts = {};

// The oldest supported engine lacks them.
function runSoon(task: () => void): void {
  void Promise.resolve().then(task);
}
if (!window.globalThis) (window as { globalThis: unknown }).globalThis = window;
if (!window.queueMicrotask) window.queueMicrotask = runSoon;

// The theme is in a cookie, because the complaint flow clears local storage (CMP-12).
var theme = /(?:^|; )(?:__Host-)?hiram_theme=(dark|light)/.exec(cookie);
if (theme?.[1]) root.setAttribute('data-theme', theme[1]);

// The oldest supported engine has native <dialog>, fetch with AbortController, and modules.
if (
  !('fetch' in window) ||
  !('Promise' in window) ||
  !('AbortController' in window) ||
  !('HTMLDialogElement' in window) ||
  !('noModule' in document.createElement('script'))
)
  root.className = 'too-old';

export {};
