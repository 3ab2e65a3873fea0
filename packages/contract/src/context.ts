import * as v from 'valibot';
import { text } from './fields.ts';

/** The common query string: read once at entry, carried on every navigation, sent with every call (RTE-04, NET-02). */
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

/** Headers of the two request kinds: JSON calls send the first pair, form-encoded calls the second (NET-03). */
export const headerPairs = {
  json: { 'X-Session-Id': 'sessionId', 'X-Device-Id': 'deviceId' },
  form: { 'X-App-Name': 'appName', 'X-Merchant-Number': 'merchantNumber' },
} as const;

/** How long a call may take before it has failed, in milliseconds (NET-03). */
export const callTimeoutMs = 60_000;

/**
 * What proves that a session is its holder's, beside the address (never in it): the key that a page keeps where cookies do
 * not reach, and the key of an app's native side. 32 to 128 letters, digits, `-` or `_`, of at least 128 random bits.
 */
export const proofHeaders = { page: 'X-Page-Key', app: 'X-App-Key' } as const;

export function isProofKey(value: string): boolean {
  return /^[A-Za-z0-9_-]{32,128}$/.test(value);
}

const value = v.optional(text(200));

/** The context as the server reads it; each value text of at most 200 characters, of those that a database keeps. */
export const contextSchema = v.object({
  appVersion: value,
  deviceName: value,
  deviceId: value,
  osVersion: value,
  sessionId: value,
  adId: value,
  appName: value,
  merchantNumber: value,
  lang: value,
});

export function isContextName(name: string): name is ContextName {
  return (contextNames as readonly string[]).includes(name);
}
