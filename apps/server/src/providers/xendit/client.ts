import type { Secret } from '../../platform/crypto/secrets.ts';
import { askProvider, type ProviderAnswer } from '../ask-provider.ts';

export interface XenditSettings {
  readonly url: string;
  readonly secretKey: Secret;
  /** The token that Xendit sends with each webhook. */
  readonly callbackToken: Secret;
}

/** The version of Xendit's payments API. */
const apiVersion = '2024-11-11';

export type AskXendit = (
  path: string,
  options?: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> },
) => Promise<ProviderAnswer>;

export function xenditClient({ url, secretKey }: XenditSettings): AskXendit {
  return (path, { body, headers } = {}) =>
    askProvider({
      provider: 'xendit',
      url: url + path,
      secretKey: secretKey.current,
      headers: { 'api-version': apiVersion, ...headers },
      ...(body ? { body } : {}),
    });
}
