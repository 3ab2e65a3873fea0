import type { TaskKind } from '@hiram/contract/task-kind';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';

/** A cause without an open task, or an open task without a cause. */
export interface TaskFault {
  readonly kind: TaskKind;
  readonly subjectId: string;
  readonly fault: 'noTask' | 'noCause';
}

const maxFaults = 100;

/**
 * Compares everything that waits with the open tasks: each cause has one, and each belongs to a cause.
 * Returns at most 100 faults. A gap in the coverage has no row that waits: it is computed every time. Reads
 * the ledger's credits, so it belongs in a daily run and not in a request.
 */
export async function checkTasks(db: Db): Promise<readonly TaskFault[]> {
  const { rows } = await sql<TaskFault>`
    with cause (kind, subject_id) as (
      select 'complaint' as kind, id::text as subject_id from complaint where answered_at is null
      union all select 'transfer', id::text from utr_submission where state = 'review'
      union all select 'heldPayment', id::text from payment where state = 'held'
      union all
      select case body ->> 'kind' when 'payout' then 'contradictedPayout' else 'unknownPayment' end, provider || '/' || message_id
        from provider_message where outcome in ('unknown', 'contradicted') and settled_at is null
        and body ->> 'kind' in ('payment', 'reversal', 'payout', 'ignored')
      union all
      select 'refund', order_id::text from journal_line where account = 'borrower:credit' group by order_id having sum(amount) < 0
      union all select kind, id::text from review where state = 'waiting' and reasons <> '{accountChanged}'
      union all select 'heldPayout', payout_id::text from payout_hold where closed_at is null
      union all select 'returnedPayout', id::text from payout where is_return_open
      union all select distinct 'statement', import_id::text from statement_line
        where transfer_id is null and payment_id is null and set_aside_by is null
      union all select 'erasure', borrower_id::text from erasure_request
      union all select 'approval', id::text from approval where state = 'waiting'
      union all select 'screeningHit', id::text from screening_hit where state = 'open'
      union all select 'screeningCase', id::text from screening_hit where state = 'confirmed' and reported_at is null
      union all select 'arrangement', id::text from arrangement where state = 'requested'
      union all select 'duty', id::text from duty_period where signed_off_at is null
      union all select 'lateLoan', id::text from loan_order where status = 'overdue'
    )
    select coalesce(cause.kind, task.kind) as kind, coalesce(cause.subject_id, task.subject_id) as "subjectId",
      case when task.id is null then 'noTask' else 'noCause' end as fault
    from cause
    full join (select id, kind, subject_id from task where closed_at is null and kind <> 'coverageGap') task
      on task.kind = cause.kind and task.subject_id = cause.subject_id
    where task.id is null or cause.kind is null
    limit ${maxFaults}`.execute(db);
  return rows;
}
