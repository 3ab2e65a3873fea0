import type { BorrowerId } from '@hiram/contract/ids';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connect.ts';
import { certifiedName } from './profile.ts';

/** How many last digits of a number are shown. */
const shownDigits = 3;

/** The initials of a borrower's certified name, so that two borrowers can be told apart; empty before certification. */
export async function initialsOf(
  { cipher }: Pick<AppContext, 'cipher'>,
  db: Db,
  borrowerId: BorrowerId,
): Promise<string> {
  const name = await certifiedName(db, cipher, borrowerId);
  const words = (name ?? '').split(/\s+/).filter((word) => word !== '');
  return words.map((word) => `${[...word][0]}.`).join(' ');
}

/** A phone number with its last digits alone; empty for an erased account. */
export function maskedPhone(phone: string): string {
  return phone.startsWith('erased ') ? '' : `••• ${phone.slice(-shownDigits)}`;
}
