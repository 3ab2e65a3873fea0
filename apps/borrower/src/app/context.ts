import { detectHost } from '@hiram/bridge/detect';
import { type Context, contextNames } from '@hiram/contract/context';
import { languageCookie, languageToSpeak } from './language-choice.ts';
import { settings } from './settings.ts';

const sessionKey = 'hiram.session';
const deviceKey = 'hiram.device';
/** The session of an address that was answered as none: going back to that address does not ask for it again. */
const endedKey = 'hiram.ended';

/**
 * Session and identity as they came in the address (RTE-04). A session in the address counts only inside a host or in
 * the sandbox: elsewhere a link with someone else's session would collect a borrower's data.
 */
const query = new URLSearchParams(location.search);
export const sessionMayTravel = settings.sandbox || detectHost(window) !== undefined;

function fromAddress(): Context {
  const found: Record<string, string> = {};
  for (const name of contextNames) {
    const value = query.get(name);
    if (value !== null && value !== '') found[name] = value;
  }
  const lang = languageToSpeak(found.lang, document.cookie);
  if (lang && (lang === found.lang || settings.languages.includes(lang))) found.lang = lang;
  // The document is the named brand's, or the error page where no such brand is served: its way home is the default brand's.
  if (found.appName !== settings.brand) delete found.appName;
  if (!found.appName && settings.appName) found.appName = settings.appName;
  if (!sessionMayTravel || found.sessionId === readStorage(endedKey)) delete found.sessionId;
  return found;
}

let arrived = fromAddress();

/** Where the session came by login or ticket, it lives here and never in the address. */
let held: string | undefined = arrived.sessionId ? undefined : (readStorage(sessionKey) ?? undefined);

/**
 * The device's own name for itself, made once where no host gives one. A session that came without a device stays
 * unbound: the next page would not know the name that this one made up.
 */
const deviceId = arrived.deviceId ?? (arrived.sessionId ? undefined : ownDeviceId());

function ownDeviceId(): string {
  const kept = readStorage(deviceKey);
  if (kept) return kept;
  const words = crypto.getRandomValues(new Uint32Array(4));
  const made = `web-${Array.from(words, (word) => word.toString(16)).join('')}`;
  writeStorage(deviceKey, made);
  return made;
}

function readStorage(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null; // Storage can be switched off in a web view; the page then lives with what the address gives.
  }
}

function writeStorage(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // As above.
  }
}

/** The context of every call. */
export function callContext(): Context {
  const sessionId = arrived.sessionId ?? held;
  return { ...arrived, ...(deviceId ? { deviceId } : {}), ...(sessionId ? { sessionId } : {}) };
}

/** The context as every navigation inside the app carries it: what arrived in the address, and nothing that did not. */
export function carriedContext(): Context {
  return { ...arrived, ...(chosenLang ? { lang: chosenLang } : {}) };
}

let chosenLang: string | undefined;

/** The language asked for by the address. */
export function askedLang(): string {
  return chosenLang ?? arrived.lang ?? '';
}

/** From now on pages are asked for in this language, also those that the host opens in another. */
export function chooseLang(lang: string): void {
  chosenLang = lang;
  const asked = query.get('lang') ?? undefined;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is younger than our oldest engine
  document.cookie = languageCookie(lang, asked, document.cookie, location.protocol === 'https:');
}

/** From here on no address carries it (RTE-04): the page's own address is the last that does. */
function forgetArrived(): void {
  const { sessionId: _former, ...rest } = arrived;
  arrived = rest;
}

/** Who signed in anew is no longer who the address said. */
export function keepSession(sessionId: string): void {
  forgetArrived();
  held = sessionId;
  writeStorage(sessionKey, sessionId);
}

/** The session was answered as none: neither the storage nor an address carries it any further. */
export function dropSession(): void {
  if (arrived.sessionId !== undefined) writeStorage(endedKey, arrived.sessionId);
  forgetArrived();
  held = undefined;
  writeStorage(sessionKey, undefined);
}

/** Who signs out leaves nothing on this phone but its own name: no unsent words, no code to pay. */
export function forgetAll(): void {
  dropSession();
  try {
    const device = sessionStorage.getItem(deviceKey);
    sessionStorage.clear();
    localStorage.clear();
    writeStorage(deviceKey, device ?? undefined);
  } catch {
    // As above.
  }
}

// Who signed out on this phone does not come back by the Back key: a page that the browser kept whole is opened anew.
window.addEventListener('pageshow', (event) => {
  if (event.persisted && held !== (readStorage(sessionKey) ?? undefined)) location.reload();
});

/** An address without what opens a session: who comes back to it does so with the session that they have then. */
export function withoutSession(address: string): string {
  const url = new URL(address, location.origin);
  url.searchParams.delete('sessionId');
  url.searchParams.delete('ticket');
  return url.pathname + url.search + url.hash;
}

/** A one-time ticket in the address, taken out of it at once so that it is neither kept nor shared. */
export function takeTicket(): string | undefined {
  const ticket = query.get('ticket');
  if (ticket === null) return undefined;
  query.delete('ticket');
  const rest = query.toString();
  history.replaceState(history.state, '', location.pathname + (rest ? `?${rest}` : '') + location.hash);
  return ticket;
}
