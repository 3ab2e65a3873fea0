import type { ApprovalId, PayoutId, PayoutStopId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { closeTask } from '../tasks.ts';

export type PayoutStop = Selectable<Database['payout_stop']>;
/** The reasons why a payout that was about to be sent is held. */
export type ClaimHoldReason = Selectable<Database['payout_hold']>['reason'];

/**
 * The reason of a hold as a reader sees it. Nobody may learn from it that the borrower may be on a list, but those who see
 * matches: for the others the two checks of a borrower have one name, so that neither is known by the absence of the other.
 */
export const shownHoldReason = (
  reason: ClaimHoldReason,
  { seesMatches }: { readonly seesMatches: boolean },
): ClaimHoldReason | 'check' =>
  !seesMatches && (reason === 'screening' || reason === 'identity') ? 'check' : reason;

/** The amounts that count on the limits of a brand's business day. Cents; an undefined limit is none. */
export interface PayoutDay {
  readonly amount: number;
  readonly payouts: number;
  readonly firstLoans: number;
  readonly maxAmount: number | undefined;
  readonly maxFirstLoans: number | undefined;
}

/**
 * Until the transaction ends, no other one claims a payout of the brand, or stops, starts or limits its payouts. So a claim
 * sees every stop that was committed before it.
 */
export async function lockPayouts(trx: Db, brand: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payouts ${brand}`}, 0))`.execute(trx);
}

/** The brand's stop that is in force, or undefined. */
export function openStop(db: Db, brand: string): Promise<PayoutStop | undefined> {
  return db
    .selectFrom('payout_stop')
    .selectAll()
    .where('brand', '=', brand)
    .where('started_at', 'is', null)
    .executeTakeFirst();
}

/** Stops the brand's payouts on every server at once. False if they are stopped already. */
export async function stopBrand(
  trx: Db,
  stop: Pick<PayoutStop, 'id' | 'brand' | 'stopped_by' | 'stopped_at' | 'reason'>,
): Promise<boolean> {
  await lockPayouts(trx, stop.brand);
  const inserted = await trx
    .insertInto('payout_stop')
    .values(stop)
    .onConflict((conflict) => conflict.column('brand').where('started_at', 'is', null).doNothing())
    .executeTakeFirstOrThrow();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function payoutDay(db: Db, brand: string, day: LocalDate): Promise<PayoutDay> {
  const counted = await db
    .selectFrom('payout_day')
    .selectAll()
    .where('brand', '=', brand)
    .where('day', '=', day)
    .executeTakeFirst();
  const limit = await db.selectFrom('payout_limit').selectAll().where('brand', '=', brand).executeTakeFirst();
  return {
    amount: counted?.amount ?? 0,
    payouts: counted?.payouts ?? 0,
    firstLoans: counted?.first_loans ?? 0,
    maxAmount: limit?.max_amount ?? undefined,
    maxFirstLoans: limit?.max_first_loans ?? undefined,
  };
}

/** A limit of the day that a payout passed. Cents, or first loans. */
export interface PassedLimit {
  readonly reason: 'ceiling' | 'firstLoans';
  /** What counted on it already. */
  readonly counted: number;
  readonly atMost: number;
}

/** The limit of the day that one more payout passes, or undefined. */
export function passedLimit(
  { amount: sum, maxAmount, firstLoans, maxFirstLoans }: PayoutDay,
  { amount, isFirstLoan }: { readonly amount: number; readonly isFirstLoan: boolean },
): PassedLimit | undefined {
  if (maxAmount !== undefined && sum + amount > maxAmount)
    return { reason: 'ceiling', counted: sum, atMost: maxAmount };
  if (isFirstLoan && maxFirstLoans !== undefined && firstLoans + 1 > maxFirstLoans)
    return { reason: 'firstLoans', counted: firstLoans, atMost: maxFirstLoans };
  return undefined;
}

/** Adds a payout to what counts on the limits of a day; `sign` −1 takes it away again. */
export async function countPayout(
  trx: Db,
  { brand, day }: { readonly brand: string; readonly day: string },
  { amount, isFirstLoan }: { readonly amount: number; readonly isFirstLoan: boolean },
  sign: 1 | -1 = 1,
): Promise<void> {
  const added = { amount: sign * amount, payouts: sign, first_loans: isFirstLoan ? sign : 0 };
  await trx
    .insertInto('payout_day')
    .values({ brand, day, ...added })
    .onConflict((conflict) =>
      conflict.columns(['brand', 'day']).doUpdateSet((eb) => ({
        amount: eb('payout_day.amount', '+', added.amount),
        payouts: eb('payout_day.payouts', '+', added.payouts),
        first_loans: eb('payout_day.first_loans', '+', added.first_loans),
      })),
    )
    .execute();
}

/** Closes the open hold of a payout, by a request that released or cancelled it. */
export async function closeHold(
  trx: Db,
  payoutId: PayoutId,
  end: { readonly approvalId: ApprovalId; readonly now: Date },
): Promise<void> {
  await trx
    .updateTable('payout_hold')
    .set({ closed_at: end.now, approval_id: end.approvalId })
    .where('payout_id', '=', payoutId)
    .where('closed_at', 'is', null)
    .execute();
  await closeTask(trx, { kind: 'heldPayout', subjectId: payoutId }, end.now);
}

/** The holds of a payout, open and closed: for each reason at most one, and at most one open. */
export function holdsOf(db: Db, payoutId: PayoutId): Promise<Selectable<Database['payout_hold']>[]> {
  return db.selectFrom('payout_hold').selectAll().where('payout_id', '=', payoutId).execute();
}

/** Ends a stop by an approved request. Runs in the transaction of the approval. */
export async function endStop(
  trx: Db,
  stopId: PayoutStopId,
  end: { readonly approval_id: ApprovalId; readonly started_at: Date },
): Promise<void> {
  await trx
    .updateTable('payout_stop')
    .set(end)
    .where('id', '=', stopId)
    .where('started_at', 'is', null)
    .execute();
}
