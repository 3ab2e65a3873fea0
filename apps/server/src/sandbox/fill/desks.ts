import { randomUUID } from 'node:crypto';
import { importStatement } from '@hiram/contract/console/bank-statement';
import { addNote } from '@hiram/contract/console/borrower';
import { waiveDebt, writeOffLoan } from '@hiram/contract/console/loan';
import { setCeiling } from '@hiram/contract/console/money-out';
import type { ShippedRole } from '@hiram/contract/console/rights';
import { inviteStaff } from '@hiram/contract/console/staff';
import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import { knownId } from '../../platform/ids.ts';
import { toDecimal } from '../../providers/decimal-amount.ts';
import { type FilledBorrowers, some } from './borrowers.ts';
import { type Colleague, signedIn } from './calls.ts';

/** A transfer that a borrower reported. Amount in cents. */
export interface SentTransfer {
  readonly utr: string;
  readonly amount: number;
}

interface Desks {
  readonly appContext: AppContext;
  readonly brand: Brand;
  readonly borrowers: FilledBorrowers;
}

/** The remaining limit when the filling is done: more than anybody tries out in a day. */
const firstLoansADay = 1_000;

/** Acts as the staff: imports a statement, writes notes, requests decisions of a second person. */
export async function fillDesks(
  desks: Desks,
  url: string,
  transfers: readonly SentTransfer[],
): Promise<void> {
  const { appContext, brand, borrowers } = desks;
  const as = (role: ShippedRole) => signedIn(url, brand.id, { role });
  await importTransfers(desks, await as('controller'), transfers);
  const support = await as('support');
  for (const { orderId } of some(borrowers, '180', 0, 2))
    await support.ask(addNote, {
      borrowerId: await borrowerOf(appContext, orderId),
      text: 'Called: asks for a few days until the salary arrives.',
    });
  const cashier = await as('cashier');
  const nothing = { interest: 0, late: 0, penalty: 0 };
  for (const { orderId } of some(borrowers, '180', 4, 2))
    await cashier.submit(waiveDebt, { orderId, principal: 50_000, ...nothing }, 'Goodwill after our mistake');
  for (const { orderId } of some(borrowers, '180', 6, 1))
    await cashier.submit(writeOffLoan, { orderId }, 'Not traceable');
  const admin = await as('admin');
  const email = `lia.${randomUUID().slice(0, 8)}@demo.example`;
  await admin.ask(inviteStaff, { name: 'Lia Ramos', email });
}

/** Runs `work` under a limit of first loans a day, which two people set and raise again afterwards. */
export async function limitFirstLoans(
  { brand }: Desks,
  url: string,
  limit: number,
  work: () => Promise<void>,
): Promise<void> {
  const asking = await signedIn(url, brand.id, { role: 'controller' });
  const granting = await signedIn(url, brand.id, { role: 'controller', isColleague: true });
  const set = async (maxFirstLoans: number) =>
    granting.grant(await asking.submit(setCeiling, { maxFirstLoans }, 'As many as the team can look at'));
  await set(limit);
  await work();
  await set(firstLoansADay);
}

async function borrowerOf({ db }: AppContext, orderId: OrderId): Promise<BorrowerId> {
  const { borrower_id } = await db
    .selectFrom('loan_order')
    .select('borrower_id')
    .where('id', '=', knownId(orderId))
    .executeTakeFirstOrThrow();
  return borrower_id;
}

async function importTransfers(
  desks: Desks,
  controller: Colleague,
  transfers: readonly SentTransfer[],
): Promise<void> {
  const account = desks.brand.transfers[0]?.number;
  if (account === undefined) return;
  await controller.ask(importStatement, {
    account,
    fileName: 'statement.csv',
    isTrial: false,
    map: { skip: 1, delimiter: ',', date: 0, dateOrder: 'YMD', reference: 1, amount: 2, decimal: '.' },
    content: Buffer.from(await statementText(desks, transfers)).toString('base64'),
  });
}

/** A bank's statement with some of the transfers, and with one that nobody reported. */
async function statementText(
  { appContext, brand }: Desks,
  transfers: readonly SentTransfer[],
): Promise<string> {
  const today = await appContext.clock.today(appContext.db, brand.timeZone);
  const nobodys = { utr: randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase(), amount: 250_000 };
  const lines = [...transfers.slice(0, 2), nobodys].map(
    ({ utr, amount }) => `${today},${utr},${toDecimal(amount)}\n`,
  );
  return `Date,Reference,Amount\n${lines.join('')}`;
}
