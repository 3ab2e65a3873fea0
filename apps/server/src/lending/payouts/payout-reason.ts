import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import type { Db } from '../../platform/database/connect.ts';

/** Digits that belong together, however they are grouped: an account, a wallet, a document. */
const numbers = /\d(?:[ .-]?\d){3,}/g;
const words = /[\p{L}\p{M}]+/gu;
/** Characters of a reason that are kept. */
const maxLength = 200;

const folded = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Why a provider did not pay out, without what it quotes of the account: longer numbers, and the words of the holder's name. The
 * account is encrypted where we keep it, and the reason is not.
 */
export function reasonWithoutAccount(reason: string, holder: string): string {
  const names = new Set((holder.match(words) ?? []).map(folded).filter((word) => word.length > 1));
  return reason
    .replace(numbers, '(number)')
    .replace(words, (word) => (names.has(folded(word)) ? '(name)' : word))
    .slice(0, maxLength);
}

/** A payout's reason as it is kept; null for none. */
export async function keptReason(
  trx: Db,
  cipher: FieldCipher,
  accountId: string,
  reason: string | undefined,
): Promise<string | null> {
  if (reason === undefined) return null;
  const { holder_encrypted } = await trx
    .selectFrom('bank_account')
    .select('holder_encrypted')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return reasonWithoutAccount(reason, cipher.decrypt(holder_encrypted));
}
