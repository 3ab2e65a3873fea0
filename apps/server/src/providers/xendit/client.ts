import type { Secret } from '../../platform/crypto/secrets.ts';
import { askProvider, type ProviderAnswer } from '../ask-provider.ts';

/** The version of Xendit's payments API. */
const apiVersion = '2024-11-11';

export type AskXendit = (
  path: string,
  options?: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> },
) => Promise<ProviderAnswer>;

export function xenditClient({
  url,
  secretKey,
}: {
  readonly url: string;
  readonly secretKey: Secret;
}): AskXendit {
  return (path, { body, headers } = {}) =>
    askProvider({
      provider: 'xendit',
      url: url + path,
      secretKey: secretKey.current,
      headers: { 'api-version': apiVersion, ...headers },
      ...(body ? { body } : {}),
    });
}
