import type { ActionName } from '@hiram/contract/console/rights';
import { sql } from 'kysely';

type Loan = ReturnType<typeof sql>;

/** Unanswered complaints about a loan. */
export const complaintsOf = (loan: Loan) => sql<number>`(select count(*)::int from complaint
  where complaint.borrower_id = ${loan}.borrower_id and complaint.order_id = ${loan}.id and answered_at is null)`;

/** Cents that are reported as paid on a loan, or held. */
export const waitingOf = (loan: Loan) => sql<number>`((select coalesce(sum(amount), 0) from utr_submission
    where utr_submission.borrower_id = ${loan}.borrower_id and utr_submission.order_id = ${loan}.id and state = 'review')
  + (select coalesce(sum(amount), 0) from payment
    where payment.borrower_id = ${loan}.borrower_id and payment.order_id = ${loan}.id and state = 'held'))::float8`;

/** The requests about a loan that wait for a second person. */
export const requestsOf = (loan: Loan, now: Date) => sql<
  { readonly action: ActionName; readonly amount?: number }[]
>`(select coalesce(json_agg(json_strip_nulls(json_build_object('action', action, 'amount', amount)) order by requested_at), '[]')
  from approval where ${isAbout(loan, now)})`;

/** Whether a request about a loan waits for a second person. */
export const isRequestedOf = (loan: Loan, now: Date) =>
  sql<boolean>`exists (select from approval where ${isAbout(loan, now)})`;

const isAbout = (loan: Loan, now: Date) =>
  sql`subject_id = ${loan}.id::text and state = 'waiting' and expires_at > ${now}`;
