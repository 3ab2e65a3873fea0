const storageKey = 'hiram.key';
const keyBytes = 24;

/** The storages that this page may use: a frame or a web view may have none. */
function storages(): Storage[] {
  const found: Storage[] = [];
  for (const name of ['sessionStorage', 'localStorage'] as const)
    try {
      found.push(window[name]);
    } catch {
      // Access is denied.
    }
  return found;
}

function storedKey(stores: readonly Storage[]): string | undefined {
  for (const store of stores) {
    const key = store.getItem(storageKey);
    if (key) return key;
  }
  return /^hiram\.key=([A-Za-z0-9_-]{32,128})$/.exec(window.name)?.[1];
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes));
  return Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join('');
}

/**
 * Gives a page whose document's cookie is not available a key of its own by which it authenticates itself,
 * made before its first call. The key is in the browser's storage or, where a frame or a web view has none,
 * in the window's name, which persists from page to page.
 */
export function preparePageKey(): void {
  if (/(?:^|; )(?:__Host-)?hiram_proven=1/.test(window.hiramCookie ?? '')) return;
  const stores = storages();
  const key = storedKey(stores) ?? newKey();
  let isStored = false;
  for (const store of stores)
    try {
      store.setItem(storageKey, key);
      isStored = true;
    } catch {
      // The storage is full or denied.
    }
  if (!isStored) window.name = `${storageKey}=${key}`;
  window.hiramKey = key;
}
