/**
 * The encrypted text of the last answers on this phone (`net/cache/answer-cache.ts`). It is in the local storage, which removes
 * at once, before a page is left, and which the complaint flow and signing out clear.
 */
const storageKey = 'hiram.known';

export function readLastKnown(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null; // A web view can disable storage: nothing is cached.
  }
}

export function writeLastKnown(text: string): void {
  try {
    localStorage.setItem(storageKey, text);
  } catch {
    // See readLastKnown. A full storage caches what it has; it is removed by its age.
  }
}

export function dropLastKnown(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // See readLastKnown.
  }
}
