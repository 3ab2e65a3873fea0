import type { BorrowerId } from '@hiram/contract/ids';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

/** The number of last digits that are shown. */
const shownDigits = 3;

const nameFields = v.object({ fullName: v.optional(v.string()) });

/** The certified names of several borrowers, by borrower, with one query. One who has none is not among them. */
export async function namesOfAll(
  { cipher }: Pick<AppContext, 'cipher'>,
  db: Db,
  borrowerIds: readonly BorrowerId[],
): Promise<ReadonlyMap<BorrowerId, string>> {
  const names = new Map<BorrowerId, string>();
  if (borrowerIds.length === 0) return names;
  const rows = await db
    .selectFrom('borrower_profile')
    .select(['borrower_id', 'encrypted'])
    .where('borrower_id', 'in', [...new Set(borrowerIds)])
    .execute();
  for (const row of rows) {
    const { fullName } = v.parse(nameFields, JSON.parse(cipher.decrypt(row.encrypted)));
    if (fullName !== undefined) names.set(row.borrower_id, fullName);
  }
  return names;
}

/** A phone number with its last digits alone; empty for an erased account. */
export function maskedPhone(phone: string): string {
  return phone.startsWith('erased ') ? '' : `••• ${phone.slice(-shownDigits)}`;
}

/** Typed words, such as a name, with the first letter of each alone: `M••• d••• C•••`. */
export function maskedWords(text: string): string {
  return text
    .split(/\s+/)
    .map((word) => `${[...word][0]}•••`)
    .join(' ');
}
