import { randomInt } from 'node:crypto';
import type { Brand } from '../../brands/brand.ts';
import type { Db } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { Source } from './attribution.ts';

/** Signs that nobody mistakes for one another when an invite is read out. */
const signs = '23456789ACDEFHJKMNPRTVWXY';

/** A code that a borrower gives to friends. */
export function newInviteCode(): string {
  return Array.from({ length: 8 }, () => signs.charAt(randomInt(signs.length))).join('');
}

/** Opens the account of a number that was proven, with where it came from. Undefined where there is one already. */
export async function openAccount(
  trx: Db,
  account: {
    readonly brand: Brand;
    readonly phone: string;
    readonly invitedBy: string | undefined;
    readonly source: Source;
    readonly now: Date;
  },
): Promise<string | undefined> {
  const { brand, phone, invitedBy, source, now } = account;
  const id = newId();
  const made = await trx
    .insertInto('borrower')
    .values({
      id,
      brand: brand.id,
      phone,
      created_at: now,
      invite_code: newInviteCode(),
      invited_by: invitedBy ?? null,
      came_from: JSON.stringify(source),
    })
    .onConflict((conflict) => conflict.columns(['brand', 'phone']).doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 0n) return undefined;
  await trx
    .insertInto('consent')
    .values({ borrower_id: id, kind: 'privacy', version: brand.legal.effective, given_at: now })
    .execute();
  return id;
}
