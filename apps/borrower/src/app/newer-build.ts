const key = 'hiram.again';
/** Milliseconds: a page that was fetched afresh so lately and still lacks a script gets it by no further reload. */
const guardMs = 60_000;

/**
 * Fetches the document afresh when a script of its build is gone (a newer version is in force), at most once a minute: false
 * where it was done just now, or nothing would remember that it was. The document's inline script keeps the same record.
 */
export function reloadOnce(): boolean {
  try {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    const now = Date.now();
    if (now - last <= guardMs) return false;
    sessionStorage.setItem(key, String(now));
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** The document of this address as the server gives it now; undefined where it gives none. */
export async function documentNow(): Promise<string | undefined> {
  try {
    const response = await fetch(location.href, { cache: 'no-store' });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a document starts another script than the one that runs here. */
export function isOfNewerBuild(html: string): boolean {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
  return entry !== '' && !html.includes(entry);
}
