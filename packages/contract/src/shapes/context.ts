/**
 * Names of the common query string. It is read once at entry, kept on every navigation, and sent with every
 * call (RTE-04, NET-02).
 */
export const contextNames = [
  'appVersion',
  'deviceName',
  'deviceId',
  'osVersion',
  'sessionId',
  'adId',
  'appName',
  'merchantNumber',
  'lang',
] as const;

export type ContextName = (typeof contextNames)[number];
export type Context = Readonly<Partial<Record<ContextName, string>>>;

/** Context headers by encoding: JSON calls send the first pair, form-encoded calls the second (NET-03). */
export const headerPairs = {
  json: { 'X-Session-Id': 'sessionId', 'X-Device-Id': 'deviceId' },
  form: { 'X-App-Name': 'appName', 'X-Merchant-Number': 'merchantNumber' },
} as const;

/**
 * The texts that a header can carry: printable Latin-1. A browser rejects the whole call otherwise; the query
 * has the value anyway.
 */
export const headerText: RegExp = /^[\x20-\xff]+$/;

/** The time-out of a call in milliseconds (NET-03). */
export const callTimeoutMs = 60_000;

/**
 * Headers with the key that binds a session to its holder: `page` for a page without cookies, `app` for the native side of an
 * app. A key has 32 to 128 letters, digits, `-` or `_` and at least 128 random bits. It is never part of an address.
 */
export const proofHeaders = { page: 'X-Page-Key', app: 'X-App-Key' } as const;

export function isProofKey(value: string): boolean {
  return /^[A-Za-z0-9_-]{32,128}$/.test(value);
}

export function isContextName(name: string): name is ContextName {
  return (contextNames as readonly string[]).includes(name);
}
