import type { PaymentId } from '@hiram/contract/ids';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';

export type PaymentRow = Readonly<Selectable<Database['payment']>>;

/** Records a payment once for each id of its provider. Returns false, and changes nothing, if the id is recorded already. */
export async function insertPaymentOnce(trx: Db, payment: Insertable<Database['payment']>): Promise<boolean> {
  const inserted = await trx
    .insertInto('payment')
    .values(payment)
    .onConflict((conflict) => conflict.columns(['provider', 'provider_payment_id']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** The payment that a provider reports under its own id, or undefined. */
export function recordedPayment(
  db: Db,
  { provider, paymentId }: { readonly provider: string; readonly paymentId: string },
): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirst();
}

/** What a reversal says of its payment: our id of the code that was paid, and the amount in cents, if the provider names them. */
export interface ReversedPayment {
  readonly reference?: string | undefined;
  readonly paid?: { readonly amount: number } | undefined;
}

/** How a reversal contradicts the payment that we have; undefined: it does not. A payment that a person posted has no code. */
export function contradictionOf(
  { code_id, amount }: Pick<PaymentRow, 'code_id' | 'amount'>,
  { reference, paid }: ReversedPayment,
): 'otherCode' | 'otherAmount' | undefined {
  if (code_id !== null && reference !== undefined && reference !== code_id) return 'otherCode';
  return paid && paid.amount !== amount ? 'otherAmount' : undefined;
}

/** Locks a payment until the transaction ends. Its order is locked before it. */
export function lockPayment(trx: Db, id: PaymentId): Promise<PaymentRow> {
  return trx.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}
