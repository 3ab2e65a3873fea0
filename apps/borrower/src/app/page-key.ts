declare global {
  interface Window {
    /** The page's own key, where its document's cookie does not reach; made by the page's inline script. */
    hiramKey?: string;
  }
}

/**
 * What this page proves itself by beside the session: whoever finds its address has the session and not this. Undefined where
 * an `HttpOnly` cookie does it, which no script sees.
 */
export function pageKey(): string | undefined {
  return window.hiramKey;
}

/** Keeps the key for the next page, also after the storage was cleared (CMP-12). */
export function keepPageKey(): void {
  if (!window.hiramKey) return;
  try {
    localStorage.setItem('hiram.key', window.hiramKey);
  } catch {
    // Without storage it lives as long as the page.
  }
}
