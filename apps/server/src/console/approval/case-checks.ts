import type { ShownCheck } from '@hiram/contract/console/approval-case';
import { sql } from 'kysely';
import { sharesSurname } from '../access/personal-data/shares-surname.ts';
import type { StaffRequest } from '../access/serve-staff.ts';
import type { ApprovalRejection, Reviewed } from '../actions/approve.ts';
import type { Whose } from '../lists/whose-loan.ts';
import type { ApprovalRow } from './approval-rows.ts';

const faults: Partial<Record<ApprovalRejection | 'missingRight', ShownCheck['name']>> = {
  expired: 'expired',
  ownRequest: 'ownRequest',
  concernsYou: 'concernsYou',
  missingRight: 'missingRight',
  requesterWithoutRight: 'requesterLostRight',
};

/** The arguments for and against a request, as the server finds them now. Of a closed one only what was before it. */
export async function checksOf(
  request: StaffRequest,
  row: ApprovalRow,
  { reviewed, whose }: { readonly reviewed: Reviewed; readonly whose: Whose | undefined },
): Promise<ShownCheck[]> {
  const { db, session } = request;
  const { fault, isSame } = reviewed;
  const checks: ShownCheck[] = [];
  const known = fault === undefined ? undefined : faults[fault];
  if (known) checks.push({ name: known, tone: known === 'ownRequest' ? 'plain' : 'danger' });
  else if (row.requested_by !== session.staffId) checks.push({ name: 'notYourRequest', tone: 'good' });
  if (row.state === 'waiting')
    checks.push(isSame ? { name: 'asRequested', tone: 'good' } : { name: 'changed', tone: 'danger' });
  if (whose?.isErased) checks.push({ name: 'borrowerErased', tone: 'warn' });
  if (whose?.orderId === undefined) return checks;
  const loan = { borrowerId: whose.borrowerId, subject: 'loan_order', subjectId: whose.orderId } as const;
  if (await sharesSurname(request, loan)) checks.push({ name: 'sameSurname', tone: 'warn' });
  const { rows } = await sql<{ mine: string; same: string; complaints: string }>`
    select count(*) filter (where ${session.staffId} in (requested_by, approved_by)) as mine,
      count(*) filter (where action = ${row.action} and state = 'done') as same,
      (select count(*) from complaint where borrower_id = ${whose.borrowerId} and order_id = ${whose.orderId}
        and answered_at is null) as complaints
    from approval where id <> ${row.id}
      and (subject_id = ${whose.orderId} or lower(request ->> 'orderId') = ${whose.orderId})`.execute(db);
  const [mine, same, complaints] = [rows[0]?.mine, rows[0]?.same, rows[0]?.complaints].map(Number);
  checks.push(
    mine ? { name: 'actedOnLoan', tone: 'warn', count: mine } : { name: 'neverActedOnLoan', tone: 'good' },
    same ? { name: 'againOnLoan', tone: 'warn', count: same } : { name: 'firstOnLoan', tone: 'good' },
  );
  if (complaints) checks.push({ name: 'complaintOpen', tone: 'warn', count: complaints });
  return checks;
}
