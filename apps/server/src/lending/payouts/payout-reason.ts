import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { accountOf, type PayoutRow } from './payout-store.ts';

/** A number of 4 or more digits, in any grouping: an account, a wallet, a document. */
const numbers = /\d(?:[ .-]?\d){3,}/g;
const words = /[\p{L}\p{M}]+/gu;
/** Maximum number of stored characters. */
const maxLength = 200;

const folded = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Removes account data from a provider's reason: numbers of 4 or more digits, and the words of the holder's name. The account is
 * encrypted in the database, and the reason is not.
 */
export function reasonWithoutAccount(reason: string, holder: string): string {
  const names = new Set((holder.match(words) ?? []).map(folded).filter((word) => word.length > 1));
  return reason
    .replace(numbers, '(number)')
    .replace(words, (word) => (names.has(folded(word)) ? '(name)' : word))
    .slice(0, maxLength);
}

/** The stored form of a payout's reason; null for none. */
export async function storedReason(
  trx: Db,
  cipher: FieldCipher,
  payout: Pick<PayoutRow, 'account_id'>,
  reason: string | undefined,
): Promise<string | null> {
  if (reason === undefined) return null;
  const { holder_encrypted } = await accountOf(trx, payout);
  return reasonWithoutAccount(reason, cipher.decrypt(holder_encrypted));
}
