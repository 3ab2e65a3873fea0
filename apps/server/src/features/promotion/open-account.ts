import { randomInt } from 'node:crypto';
import type { BorrowerId } from '@hiram/contract/ids';
import { trackVisit } from '@hiram/contract/promotion';
import { toWire } from '@hiram/contract/wire';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import { reserveNumber } from '../../lending/borrowers/reserve-number.ts';
import { markCode, readableCharacters } from '../../platform/cells/marks.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { Source } from './attribution.ts';

/** Characters of an invite code without a cell's mark. */
export const inviteCodeLength = 8;

/** A new invite code. */
export function newInviteCode(): string {
  const characters = Array.from({ length: inviteCodeLength }, () =>
    readableCharacters.charAt(randomInt(readableCharacters.length)),
  );
  return markCode(characters.join(''));
}

/** Creates the account of a verified phone number, with its source. Returns its id, or undefined if the account exists. */
export async function openAccount(
  trx: Db,
  appContext: Pick<AppContext, 'cell' | 'directory'>,
  account: {
    readonly brand: Brand;
    readonly phone: string;
    readonly invitedBy: string | undefined;
    readonly source: Source;
    readonly now: Date;
  },
): Promise<BorrowerId | undefined> {
  const { brand, phone, invitedBy, source, now } = account;
  if (!(await reserveNumber(trx, appContext, brand.id, phone))) return undefined;
  const id = newId<'borrower'>();
  const inserted = await trx
    .insertInto('borrower')
    .values({
      id,
      brand: brand.id,
      phone,
      created_at: now,
      invite_code: newInviteCode(),
      invited_by: invitedBy ?? null,
      // The stored names are those of the advertisement's link.
      registration_source: JSON.stringify({ ...toWire(trackVisit.input, source) }),
    })
    .onConflict((conflict) => conflict.columns(['brand', 'phone']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) return undefined;
  await trx
    .insertInto('consent')
    .values({ borrower_id: id, kind: 'privacy', version: brand.legal.effective, given_at: now })
    .execute();
  return id;
}
