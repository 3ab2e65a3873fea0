import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { expect, inject, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import { asOwner } from '../../../test/support/database/throwaway-cluster.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { newId } from '../../platform/ids.ts';
import { runDueWork } from '../../scheduler/scheduler.ts';
import { receivePayment } from '../payments/payments.ts';
import { checkLoans } from './check-loans.ts';

const cluster = inject('cluster');
const hiram = setUpHiram({ BRAND: 'spec,ph,in' });

async function paid(brand: string): Promise<DemoBorrower> {
  const borrower = await hiram.borrower({ state: '180' }, brand);
  await payByCode(hiram, borrower);
  return borrower;
}

async function check(id: string) {
  const { clock, db } = hiram.server.appContext;
  const brand = brandOf(hiram.server.appContext, { brand: id });
  return checkLoans(db, { brand: id, today: await clock.today(db, brand.timeZone) });
}

/** Posts a journal that balances and is of no event. */
async function postByHand({ orderId }: DemoBorrower): Promise<void> {
  const borrowerId = await borrowerIdOf(hiram, orderId);
  await asOwner(cluster, hiram.database, (client) =>
    client.query(
      `insert into posting select $1, $2, id, brand, null, 'by hand', '2026-01-01',
        '{loan:principal,cash:sandbox}', '{null,null}', '{-500,500}' from loan_order where id = $3`,
      [newId(), borrowerId, orderId],
    ),
  );
}

test('every loan agrees with its ledger, and each brand has its own balances in its own currency', async () => {
  await paid('ph');
  await paid('in');
  await hiram.borrower({ state: '170' }, 'in');
  expect(await check('ph')).toEqual({ loans: 1, differing: 0, named: [], uncomputed: [] });
  expect(await check('in')).toEqual({ loans: 2, differing: 0, named: [], uncomputed: [] });
  const { code, output } = await runHiram(['ledger', 'check'], settingsOf(cluster, hiram.database));
  expect(output).toContain('ph: all 1 loans agree with their ledger.');
  expect(output).toMatch(/^ph PHP loan:principal: \d+\.\d\d$/m);
  expect(output).toMatch(/^in INR loan:principal: \d+\.\d\d$/m);
  expect(output).not.toMatch(/^loan:principal/m);
  expect(output).not.toContain('sum to');
  expect(code).toBe(0);
});

test('journals that balance but differ from the loan are found, also by the daily check', async () => {
  const borrower = await paid('ph');
  await postByHand(borrower);
  const found = await check('ph');
  expect(found).toMatchObject({ differing: 1 });
  expect(found.named).toEqual([
    expect.objectContaining({ orderId: borrower.orderId, brand: 'ph', account: 'loan:principal' }),
  ]);
  const [difference] = found.named;
  expect((difference?.ledger ?? 0) - (difference?.position ?? 0)).toBe(-500);
  const { code, output } = await runHiram(['ledger', 'check'], settingsOf(cluster, hiram.database));
  expect(output).toContain(`ph: 1 of ${found.loans} loans differ from their ledger.`);
  expect(output).toContain(`ph PHP order ${borrower.orderId} loan:principal: ledger`);
  expect(code).toBe(1);
  await hiram.days(1);
  await runDueWork(hiram.server.appContext);
  // The check of loans finds it, and the run of the books leaves it out. The server's own clock may have
  // begun them a moment earlier.
  const metrics = await hiram.until(
    async () => (await fetch(`${hiram.origin}/metrics`)).text(),
    (text) => /^hiram_loans_differing\{brand="ph"\} 2$/m.test(text),
  );
  expect(metrics).toMatch(/^hiram_loans_differing\{brand="in"\} 0$/m);
});

test('a loan that cannot be computed is named, and hides no difference of another [T2460]', async () => {
  const damaged = await hiram.borrower({ state: '180' }, 'spec');
  const other = await paid('spec');
  await postByHand(other);
  await asOwner(cluster, hiram.database, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(`update loan_order set terms = '{}' where id = $1`, [damaged.orderId]);
  });
  expect(await check('spec')).toMatchObject({
    differing: 2,
    named: [{ orderId: other.orderId }],
    uncomputed: [{ orderId: damaged.orderId, error: expect.stringContaining('NaN') }],
  });
  const { code, output } = await runHiram(['ledger', 'check'], settingsOf(cluster, hiram.database));
  expect(output).toContain(`spec order ${damaged.orderId} could not be computed: `);
  expect(code).toBe(1);
});

test('an order of a brand that this server does not serve is an error, and never counts for another brand', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'ph');
  const { data } = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  const channelNumber = data.repayList[0]?.channel_number ?? '';
  await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount: data.repayAmount, channelNumber },
    borrower.context,
  );
  const { appContext } = hiram.server;
  const code = await appContext.db
    .selectFrom('payment_code')
    .select('id')
    .where('order_id', '=', borrower.orderId)
    .executeTakeFirstOrThrow();
  const without = { ...appContext, brands: new Map([...appContext.brands].filter(([id]) => id !== 'ph')) };
  const receipt = {
    provider: 'sandbox',
    paymentId: 'of-another-brand',
    reference: code.id,
    amount: data.repayAmount,
    paidOn: new Date(),
  };
  await expect(
    appContext.db.transaction().execute((trx) => receivePayment(trx, without, receipt)),
  ).rejects.toThrow('the brand ph is not served');
});
