import type { ActionCalls } from '@hiram/contract/console/action-calls';
import { waiveDebt } from '@hiram/contract/console/loan';
import { setLimit } from '@hiram/contract/console/staff-limits';
import { approveByPasskey, type StaffMember, staffMember } from '@hiram/server/test/support/console.ts';
import { sql } from 'kysely';
import type { Attack } from './attacks.ts';

const spec = { brand: 'spec' };
const loans = 40;

/** Previews an action and submits it; what the console answers. */
async function submit(person: StaffMember, calls: ActionCalls, request: object) {
  const preview = await person.browser.send(calls.preview, { request }, spec);
  if (!preview.success) return { state: preview.code, approvalId: undefined };
  const { digest } = preview.data;
  const input = { request, digest, reference: '', reason: 'An attack on a server of its own.' };
  const answer = await person.browser.send(calls.submit, input, spec);
  return answer.success ? answer.data : { state: answer.code, approvalId: undefined };
}

/** A cashier takes debts off loans, one after the other, in parts below every limit of one item, and approves what waits. */
export const rogueCashier: Attack = async (hiram) => {
  const cashier = await staffMember(hiram, 'cashier');
  const amount = 29_999;
  let done = 0;
  let approved = 0;
  for (let index = 0; index < loans; index += 1) {
    const { orderId } = await hiram.borrower({ state: '180' });
    const parts = { principal: amount, interest: 0, late: 0, penalty: 0 };
    const { state, approvalId } = await submit(cashier, waiveDebt, { orderId, ...parts });
    if (state === 'done') done += amount;
    if (state === 'waiting' && approvalId && (await approveByPasskey(cashier, approvalId, 'spec')).success)
      approved += 1;
  }
  const { rows } = await sql<{ limit: number }>`select max(max_per_day)::int as limit from authority
    where role = 'cashier' and action = 'cost' and brand in ('*', 'spec')`.execute(hiram.owner);
  return [
    {
      what: `centavos off ${loans} loans in a day, alone`,
      value: done,
      limit: { atMost: rows[0]?.limit ?? 0 },
    },
    { what: 'centavos off loans before the limit', value: done, limit: { atLeast: amount } },
    { what: 'own requests that the cashier approved', value: approved, limit: { atMost: 0 } },
  ];
};

/** An administrator raises limits and gives out roles, and approves it alone. */
export const rogueAdmin: Attack = async (hiram) => {
  const admin = await staffMember(hiram, 'admin');
  const limit = { maxPerItem: 1_000_000_000, maxPerDay: 1_000_000_000, secondPersonFrom: null };
  let raised = 0;
  let tried = 0;
  for (const role of ['cashier', 'reviewer', 'controller', 'admin'])
    for (const action of ['loan.waive', 'staff.assignRoles', 'moneyOut.release']) {
      tried += 1;
      const { state, approvalId } = await submit(admin, setLimit, { role, action, ...limit });
      const isAlone =
        state === 'waiting' && approvalId && (await approveByPasskey(admin, approvalId, 'spec')).success;
      if (state === 'done' || isAlone) raised += 1;
    }
  const { rows } = await sql<{
    admins: number;
  }>`select count(*)::int as admins from staff_role
    where role = 'admin' and staff_id <> ${admin.id}`.execute(hiram.owner);
  return [
    { what: `limits raised alone, of ${tried}`, value: raised, limit: { atMost: 0 } },
    { what: 'other administrators made', value: rows[0]?.admins ?? 0, limit: { atMost: 0 } },
  ];
};
