import type { Secret } from '../../platform/crypto/secrets.ts';
import { askProvider, type ProviderAnswer } from '../ask-provider.ts';

export interface PaymongoSettings {
  readonly url: string;
  readonly secretKey: Secret;
  readonly webhookSecret: Secret;
  /** The lender's PayMongo account from which transfers are made. */
  readonly source: { readonly number: string; readonly name: string; readonly bic: string };
}

export type AskPaymongo = (
  path: string,
  options?: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> },
) => Promise<ProviderAnswer>;

export function paymongoClient({ url, secretKey }: PaymongoSettings): AskPaymongo {
  return (path, { body, headers } = {}) =>
    askProvider({
      provider: 'paymongo',
      url: url + path,
      secretKey: secretKey.current,
      ...(headers ? { headers } : {}),
      ...(body ? { body } : {}),
    });
}

/** Our reference without dashes: transfers accept at most 35 letters and digits. */
export function shortReference(reference: string): string {
  return reference.replaceAll('-', '');
}

/** Our reference with its dashes; undefined if it cannot be one of ours. */
export function longReference(short: string): string | undefined {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(short);
  return parts ? parts.slice(1).join('-') : undefined;
}
