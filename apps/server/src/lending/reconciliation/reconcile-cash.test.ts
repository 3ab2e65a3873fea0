import { localDate } from '@hiram/loan';
import { expect, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { everyBrand } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { compareCash } from './reconcile-cash.ts';
import { statementDay } from './reconciliation.ts';

const hiram = setUpHiram(everyBrand);

/** A posted payment of a borrower of the brand. */
async function payment(brand: 'ph' | 'in') {
  const { db } = hiram.server.appContext;
  const borrower = await hiram.borrower({ state: '180', kind: 'single' }, brand);
  await payByCode(hiram, borrower);
  return db
    .selectFrom('payment')
    .select(['id', 'provider', 'provider_payment_id', 'amount', 'paid_on'])
    .where('order_id', '=', borrower.orderId)
    .executeTakeFirstOrThrow();
}

test('the cash of two brands at one provider is compared for each, not as a sum of two currencies [T914]', async () => {
  const [peso, rupee] = [await payment('ph'), await payment('in')];
  const day = localDate(peso.paid_on);
  const compare = (pesos: number, rupees: number) =>
    compareCash(
      hiram.server.appContext,
      peso.provider,
      { ...statementDay('Asia/Manila', day), timeZone: 'Asia/Manila', today: day },
      {
        entries: [
          { kind: 'payment', paymentId: peso.provider_payment_id, amount: pesos },
          { kind: 'payment', paymentId: rupee.provider_payment_id, amount: rupees },
        ].map((entry) => ({ ...entry, kind: 'payment', reference: undefined, state: 'paid', at: day })),
        comparisons: [{ differences: [], counted: [peso.id, rupee.id] }],
      },
    );
  const others = await compare(peso.amount, rupee.amount);
  // A centavo too much and a paisa too little leave the sum as it is.
  const found = await compare(peso.amount + 1, rupee.amount - 1);
  const movedOf = ({ differences }: typeof found, brand: string) =>
    differences
      .filter(({ reference }) => reference === brand)
      .map(({ providerValue, ledgerValue }) => Number(providerValue) - Number(ledgerValue));
  expect(movedOf(found, 'ph')).toEqual([(movedOf(others, 'ph')[0] ?? 0) + 1]);
  expect(movedOf(found, 'in')).toEqual([(movedOf(others, 'in')[0] ?? 0) - 1]);
});
