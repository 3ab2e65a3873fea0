import type { LoanEventId, OrderId } from '@hiram/contract/ids';
import { cents, type LocalDate } from '@hiram/loan';
import { appendEvent, type NewEvent } from '../../../src/lending/loans/append-event.ts';
import { findOrder, lockOrder } from '../../../src/lending/loans/order-store.ts';
import { actAs } from '../../../src/platform/database/actor.ts';
import { inTransaction } from '../../../src/platform/database/connection/connect.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { DemoBorrower, Hiram } from '../processes/running-server.ts';

/** Appends an event to a borrower's loan. */
export async function append({ server, operator }: Hiram, orderId: OrderId, event: NewEvent): Promise<void> {
  const { db, clock, defaultBrand: brand } = server.appContext;
  const moment = { brand, today: await clock.today(operator, brand.timeZone), now: clock.now() };
  await actAs('a test', () =>
    inTransaction(db, async (trx) => {
      const found = await findOrder(trx, orderId);
      if (!found) throw new Error('no order');
      await appendEvent(trx, await lockOrder(trx, found.borrower_id, found.id), event, moment);
    }),
  );
}

/** Books a payment of an earlier day, as a statement that comes late does. Returns its event. */
export async function payOn(
  hiram: Hiram,
  { orderId }: DemoBorrower,
  amount: number,
  valueDate: LocalDate,
): Promise<LoanEventId> {
  const id = newId<'loanEvent'>();
  await append(hiram, orderId, { kind: 'paid', id, amount: cents(amount), valueDate, provider: 'sandbox' });
  return id;
}

/** Books that a payer took a payment back. */
export const reverse = (
  hiram: Hiram,
  { orderId }: DemoBorrower,
  target: LoanEventId,
  valueDate: LocalDate,
): Promise<void> => append(hiram, orderId, { kind: 'reversed', target, valueDate, provider: 'sandbox' });
