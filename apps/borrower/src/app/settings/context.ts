import { detectHost } from '@hiram/bridge/detect';
import { type Context, contextNames } from '@hiram/contract/context';
import { dropLastKnown } from '../page/last-known.ts';
import { languageToShow } from './language-choice.ts';
import { settings } from './settings.ts';

const sessionKey = 'hiram.session';
/** Storage key of the device's id. */
export const deviceKey = 'hiram.device';
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
export const acceptsAddressSession = settings.sandbox || detectHost(window) !== undefined;

function fromAddress(): Context {
  const context: Record<string, string> = {};
  for (const name of contextNames) {
    const value = query.get(name);
    if (value !== null && value !== '') context[name] = value;
  }
  const lang = languageToShow(context.lang, window.hiramCookie ?? document.cookie);
  if (lang && (lang === context.lang || settings.languages.includes(lang))) context.lang = lang;
  // The document belongs to the named brand. If the server does not have that brand, it is the error page, whose home
  // link leads to the default brand.
  if (context.appName !== settings.brand) delete context.appName;
  if (!context.appName && settings.appName) context.appName = settings.appName;
  if (!acceptsAddressSession || context.sessionId === readStorage(endedKey)) delete context.sessionId;
  return context;
}

let addressContext = fromAddress();

/** A session from login or from a ticket is stored here and never put into the address. */
let storedSession: string | undefined = addressContext.sessionId
  ? undefined
  : (readStorage(sessionKey) ?? undefined);

/**
 * The device id. The page generates one if the host does not provide it. A session from the address without a device
 * id stays unbound, because the next page would not know a generated id.
 */
const deviceId = addressContext.deviceId ?? (addressContext.sessionId ? undefined : ownDeviceId());

function ownDeviceId(): string {
  const storedId = readStorage(deviceKey);
  if (storedId) return storedId;
  const words = crypto.getRandomValues(new Uint32Array(4));
  const newId = `web-${Array.from(words, (word) => word.toString(16)).join('')}`;
  writeStorage(deviceKey, newId);
  return newId;
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
  const sessionId = addressContext.sessionId ?? storedSession;
  return { ...addressContext, ...(deviceId ? { deviceId } : {}), ...(sessionId ? { sessionId } : {}) };
}

/** The context that every navigation inside the app carries: only the values that arrived in the address. */
export function carriedContext(): Context {
  return { ...addressContext, ...(chosenLang ? { lang: chosenLang } : {}) };
}

let chosenLang: string | undefined;

/** The requested language: the chosen one, else the one of the address; empty if there is none. */
export function requestedLang(): string {
  return chosenLang ?? addressContext.lang ?? '';
}

/** The language that the document's address requested. */
export const addressLang = (): string | undefined => query.get('lang') ?? undefined;

/** From now on pages use this language, even if the host opens them with another one. */
export function carryLang(lang: string): void {
  chosenLang = lang;
}

/** Later navigations do not carry the session (RTE-04). Only the current address still contains it. */
function removeAddressSession(): void {
  const { sessionId: _former, ...rest } = addressContext;
  addressContext = rest;
}

/** Stores the session of a new login. It replaces the session of the address. */
export function storeSession(sessionId: string): void {
  dropLastKnown();
  removeAddressSession();
  storedSession = sessionId;
  writeStorage(sessionKey, sessionId);
}

/** Removes a session that the server rejected, from storage and from later addresses, and the last answers to it. */
export function dropSession(): void {
  dropLastKnown();
  if (addressContext.sessionId !== undefined) writeStorage(endedKey, addressContext.sessionId);
  removeAddressSession();
  storedSession = undefined;
  writeStorage(sessionKey, undefined);
}

// After sign-out, the Back button must not show a page from the back/forward cache: reload it.
window.addEventListener('pageshow', (event) => {
  if (event.persisted && storedSession !== (readStorage(sessionKey) ?? undefined)) location.reload();
});

/** The address without its session and ticket. Opened later, it uses the session that is valid then. */
export function withoutSession(address: string): string {
  const url = new URL(address, location.origin);
  url.searchParams.delete('sessionId');
  url.searchParams.delete('ticket');
  return url.pathname + url.search + url.hash;
}

/** Reports whether the address has a one-time ticket. */
export const hasTicket = (): boolean => query.has('ticket');

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
