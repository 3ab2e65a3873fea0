import { detectHost } from '@hiram/bridge/detect';
import { type Context, contextNames } from '@hiram/contract/context';
import { languageCookie, languageToSpeak } from './language-choice.ts';
import { settings } from './settings.ts';

const sessionKey = 'hiram.session';
const deviceKey = 'hiram.device';
/**
 * Storage key of a session id from the address that the server rejected. Going back to that address does not use it
 * again.
 */
const endedKey = 'hiram.ended';

/**
 * The session and the identity from the address (RTE-04). A session in the address is accepted only inside a host or
 * in the sandbox: elsewhere a link with another person's session would collect the borrower's data.
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
  // The document belongs to the named brand. If the server does not have that brand, it is the error page, whose home
  // link leads to the default brand.
  if (found.appName !== settings.brand) delete found.appName;
  if (!found.appName && settings.appName) found.appName = settings.appName;
  if (!sessionMayTravel || found.sessionId === readStorage(endedKey)) delete found.sessionId;
  return found;
}

let arrived = fromAddress();

/** A session from login or from a ticket is stored here and never put into the address. */
let held: string | undefined = arrived.sessionId ? undefined : (readStorage(sessionKey) ?? undefined);

/**
 * The device id. The page generates one if the host does not provide it. A session from the address without a device
 * id stays unbound, because the next page would not know a generated id.
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
    return null; // A web view can disable storage; the page then uses only the address.
  }
}

function writeStorage(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // See readStorage.
  }
}

/** The context that every call sends. */
export function callContext(): Context {
  const sessionId = arrived.sessionId ?? held;
  return { ...arrived, ...(deviceId ? { deviceId } : {}), ...(sessionId ? { sessionId } : {}) };
}

/** The context that every navigation inside the app carries: only the values that arrived in the address. */
export function carriedContext(): Context {
  return { ...arrived, ...(chosenLang ? { lang: chosenLang } : {}) };
}

let chosenLang: string | undefined;

/** The requested language: the chosen one, else the one of the address; empty if there is none. */
export function askedLang(): string {
  return chosenLang ?? arrived.lang ?? '';
}

/** From now on pages use this language, even if the host opens them with another one. */
export function chooseLang(lang: string): void {
  chosenLang = lang;
  const asked = query.get('lang') ?? undefined;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is younger than our oldest engine
  document.cookie = languageCookie(lang, asked, document.cookie, location.protocol === 'https:');
}

/** Later navigations do not carry the session (RTE-04). Only the current address still contains it. */
function forgetArrived(): void {
  const { sessionId: _former, ...rest } = arrived;
  arrived = rest;
}

/** Stores the session of a new login. It replaces the session of the address. */
export function keepSession(sessionId: string): void {
  forgetArrived();
  held = sessionId;
  writeStorage(sessionKey, sessionId);
}

/** Removes a session that the server rejected, from storage and from later addresses. */
export function dropSession(): void {
  if (arrived.sessionId !== undefined) writeStorage(endedKey, arrived.sessionId);
  forgetArrived();
  held = undefined;
  writeStorage(sessionKey, undefined);
}

/**
 * Removes everything about the borrower from this phone on sign-out, including drafts and payment codes. Keeps the
 * device id.
 */
export function forgetAll(): void {
  dropSession();
  try {
    const device = sessionStorage.getItem(deviceKey);
    sessionStorage.clear();
    localStorage.clear();
    writeStorage(deviceKey, device ?? undefined);
  } catch {
    // See readStorage.
  }
}

// After sign-out, the Back button must not show a page from the back/forward cache: reload it.
window.addEventListener('pageshow', (event) => {
  if (event.persisted && held !== (readStorage(sessionKey) ?? undefined)) location.reload();
});

/** The address without its session and ticket. Whoever opens it later uses the session that is valid then. */
export function withoutSession(address: string): string {
  const url = new URL(address, location.origin);
  url.searchParams.delete('sessionId');
  url.searchParams.delete('ticket');
  return url.pathname + url.search + url.hash;
}

/**
 * Returns the one-time ticket of the address. Removes it from the address at once, so that it is neither stored nor
 * shared.
 */
export function takeTicket(): string | undefined {
  const ticket = query.get('ticket');
  if (ticket === null) return undefined;
  query.delete('ticket');
  const rest = query.toString();
  history.replaceState(history.state, '', location.pathname + (rest ? `?${rest}` : '') + location.hash);
  return ticket;
}
