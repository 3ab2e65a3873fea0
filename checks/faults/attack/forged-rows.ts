import { randomUUID } from 'node:crypto';
import { staffMember } from '@hiram/server/test/support/console/console.ts';
import { borrowerIdOfPhone } from '@hiram/server/test/support/database/rows.ts';
import { sql } from 'kysely';
import type { Attack } from './attacks.ts';

/** A thief of the server's database login writes rows that would move money or give power. */
export const forgeRows: Attack = async (hiram) => {
  const controller = await staffMember(hiram, 'controller');
  const borrower = await hiram.borrower({ state: '180' });
  const borrowerId = await borrowerIdOfPhone(hiram.owner, borrower.phone);
  const id = randomUUID();
  const forged = {
    'a line of the books': sql`insert into journal_line select * from journal_line limit 1`,
    'a journal': sql`insert into journal select * from journal limit 1`,
    'a changed line': sql`update journal_line set amount = amount + 1`,
    'a deleted line': sql`delete from journal_line`,
    'disabled triggers': sql`alter table journal_line disable trigger user`,
    'terms of a loan': sql`update loan_order set terms = '{}' where borrower_id = ${borrowerId}`,
    'an owner of a loan': sql`update loan_order set borrower_id = gen_random_uuid()`,
    'an account number': sql`update bank_account set number_encrypted = '\\x00'`,
    'an amount of a payout': sql`update payout set amount = amount + 1`,
    'a waived debt': sql`insert into loan_event (borrower_id, order_id, seq, id, kind, value_date, arrived_at, body)
      select borrower_id, id, 900, gen_random_uuid(), 'waived', current_date, now(), '{"note": {"reason": "forged"}, "principal": 1000}'
      from loan_order where borrower_id = ${borrowerId}`,
    'a passkey': sql`insert into staff_key (id, staff_id, public_key, sign_count, transports, backed_up, created_at, registered_by)
      values ('forged', ${controller.id}, '\\x00', 0, '{}', false, now(), 'invitation')`,
    'a session of staff': sql`insert into staff_session (token_hash, id, staff_id, created_at, used_at, expires_at)
      values ('\\x00', ${id}, ${controller.id}, now(), now(), now() + interval '1 hour')`,
    // A sandbox assigns roles without an approval; this one names one, as at a lender.
    'a role': sql`insert into staff_role (staff_id, role, brand, assigned_at, approval_id)
      values (${controller.id}, 'admin', '*', now(), ${id})`,
    'a limit': sql`update authority set max_per_day = null`,
    'an approval': sql`insert into approval (id) values (${id})`,
    'an erased trail': sql`delete from audit_entry`,
    'a sandbox of a lender': sql`update installation set sandbox = not sandbox`,
  };
  const written: string[] = [];
  const refusals: Record<string, string> = {};
  for (const [what, statement] of Object.entries(forged)) {
    const trx = await hiram.server.appContext.db.startTransaction().execute();
    try {
      const { numAffectedRows = 1n } = await statement.execute(trx);
      await sql`set constraints all immediate`.execute(trx);
      if (numAffectedRows > 0n) written.push(what);
    } catch (error) {
      refusals[what] = error instanceof Error ? error.message : String(error);
    } finally {
      await trx.rollback().execute();
    }
  }
  for (const [what, message] of Object.entries(refusals)) console.log(`forged-rows: ${what}: ${message}`);
  if (written.length > 0) console.log(`forged-rows: WRITTEN: ${written.join(', ')}`);
  return [
    {
      what: `rows written, of ${Object.keys(forged).length} kinds`,
      value: written.length,
      limit: { atMost: 0 },
    },
  ];
};
