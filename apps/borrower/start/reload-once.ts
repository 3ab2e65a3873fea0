const stampKey = 'hiram.again';
/** A second failure within this time is shown instead of reloading again. */
const againMs = 60_000;

/**
 * Reloads the document when one of its scripts cannot be loaded: after a deploy its files may be gone, or the connection may
 * have failed. Once a minute at most; otherwise, or without a connection, it shows the notice with a link to try again.
 */
export function reloadOnce(): void {
  const now = Date.now();
  let last = now;
  try {
    last = Number(sessionStorage.getItem(stampKey) ?? 0);
    sessionStorage.setItem(stampKey, String(now));
  } catch {
    // Without storage the page does not know whether it has been reloaded.
  }
  const showNotice = () => {
    document.documentElement.className = 'broken';
  };
  if (now - last > againMs) fetch(location.href).then(() => location.reload(), showNotice);
  else showNotice();
}

/** Watches the scripts of the document. The app calls `window.hiramBroken` for those that it loads. */
export function watchScripts(): void {
  window.hiramBroken = reloadOnce;
  const watch = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement) reloadOnce();
  };
  window.addEventListener('error', watch, true);
}
