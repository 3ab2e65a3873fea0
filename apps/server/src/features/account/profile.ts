import type * as calls from '@hiram/contract/account';
import type { Handler } from '../../api/serve.ts';
import { isCertified } from '../../lending/borrowers/profile.ts';
import { staffReads } from './staff-reads.ts';

/** The borrower's invite code and the URL of the registration page with it. */
function inviteOf(brand: string, code: string): { code: string; url: string } {
  return { code, url: `/promotion?${new URLSearchParams({ appName: brand, invite_code: code })}` };
}

/** A masked phone number: its last four digits. */
function masked(phone: string): string {
  return `•••• ${phone.slice(-4)}`;
}

/** The borrower's account as its page shows it. */
export const showProfile: Handler<typeof calls.profile> = async (_input, requestContext) => {
  const { db, brand, borrower } = requestContext;
  const row = await db
    .selectFrom('borrower')
    .leftJoin('erasure_request', 'erasure_request.borrower_id', 'borrower.id')
    .select(['password_hash', 'language', 'theme', 'erase_on', 'invite_code'])
    .where('borrower.id', '=', borrower.id)
    .executeTakeFirstOrThrow();
  return {
    phone: masked(borrower.phone),
    certified: await isCertified(db, borrower.id),
    hasPassword: row.password_hash !== null,
    language: row.language ?? '',
    theme: row.theme ?? 'system',
    invite: inviteOf(brand.id, row.invite_code ?? ''),
    staffReads: await staffReads(requestContext),
    ...(row.erase_on === null ? {} : { eraseOn: row.erase_on }),
  };
};
