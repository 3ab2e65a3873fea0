import type { Secret } from '../../platform/crypto/secrets.ts';
import { askProvider, type ProviderAnswer } from '../ask-provider.ts';

export interface XenditSettings {
  readonly url: string;
  readonly secretKey: Secret;
  /** What Xendit sends with each webhook. */
  readonly callbackToken: Secret;
}

/** The version of the payments API that we speak. */
const apiVersion = '2024-11-11';

export type AskXendit = (
  path: string,
  more?: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> },
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
