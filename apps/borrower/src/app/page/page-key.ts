declare global {
  interface Window {
    /** The page's own key, made by the inline script where the document's cookie is not available. */
    hiramKey?: string;
    /** The document's cookies as the inline script read them. */
    hiramCookie?: string;
  }
}

/**
 * The key that proves this page in addition to the session: a person who finds the address has the session but not the
 * key. Undefined where an `HttpOnly` cookie, which scripts cannot read, is used instead.
 */
export function pageKey(): string | undefined {
  return window.hiramKey;
}

/** Stores the key for the next page, also after the storage was cleared (CMP-12). */
export function storePageKey(): void {
  if (!window.hiramKey) return;
  try {
    localStorage.setItem('hiram.key', window.hiramKey);
  } catch {
    // Without storage the key lasts as long as the page.
  }
}
