const key = 'hiram.again';
/** Milliseconds. A page that was reloaded within this time and still lacks a script is not reloaded again. */
const guardMs = 60_000;

/**
 * Reloads the document when a script of its build is gone because a newer version is deployed, at most once a minute.
 * Returns false if a reload has just happened or if storage is not available to record it. The document's inline
 * script uses the same record.
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

/** Fetches the current document of this address; undefined if the server does not return one. */
export async function documentNow(): Promise<string | undefined> {
  try {
    const response = await fetch(location.href, { cache: 'no-store' });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The running build: the file of its shared script, or an empty text. The script names the list of all screens, which names
 * their scripts: its name differs in every build.
 */
export function buildName(): string {
  const [brought] = Object.keys(window.hiramScripts ?? {}).filter((name) => name.startsWith('base-'));
  if (brought !== undefined) return `/assets/${brought}`;
  return document.querySelector('link[rel=modulepreload][href*="/base-"]')?.getAttribute('href') ?? '';
}

/** Reports whether a document belongs to another build than the running one. */
export function isOfNewerBuild(html: string): boolean {
  const shared = buildName();
  return shared !== '' && !html.includes(shared);
}
