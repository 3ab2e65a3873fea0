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

/** Reports whether a reversal names the code of another payment. A payment that a person posted has no code. */
export function namesOtherCode({ code_id }: Pick<PaymentRow, 'code_id'>, reference: string): boolean {
  return code_id !== null && reference !== code_id;
}

/** Locks a payment until the transaction ends. Its order is locked before it. */
export function lockPayment(trx: Db, id: PaymentId): Promise<PaymentRow> {
  return trx.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}
