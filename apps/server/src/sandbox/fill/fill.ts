import { randomInt } from 'node:crypto';
import { deleteAccount } from '@hiram/contract/account';
import { bindCardFromOrder } from '@hiram/contract/bank';
import { problemSave } from '@hiram/contract/complaint';
import { acknowledgeDisclosure, confirmDetail, loanPush } from '@hiram/contract/confirm';
import { withdraw } from '@hiram/contract/order';
import { instalmentDetail, payCode, uploadReceipt, utrSubmit } from '@hiram/contract/repay';
import { sandboxComplaintAnswer, sandboxPay, sandboxPayout } from '@hiram/contract/sandbox';
import { addDays, formatCents } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import { runBooks } from '../../lending/books/run-books.ts';
import { openDuties } from '../../lending/duties/open-duties.ts';
import { payoutDay } from '../../lending/payouts/payout-limits.ts';
import { reconcileDay } from '../../lending/reconciliation/reconciliation.ts';
import { knownId } from '../../platform/ids.ts';
import { demoWallet } from '../demo-account.ts';
import type { SandboxProvider } from '../provider/provider.ts';
import { newUtr } from './bank-statement.ts';
import { type FilledBorrower, type FilledBorrowers, makeBorrowers, some } from './borrowers.ts';
import { type Ask, callsTo, Rejected } from './calls.ts';
import { askForRent, fillConsole, limitFirstLoans, type SentTransfer } from './console-work.ts';
import { found } from './found.ts';
import { callInPast } from './past-calls.ts';
import { receiptPicture } from './receipt-picture.ts';
import { visitPages } from './visitors.ts';

/** Complaints, each with its kind. */
const complaints = [
  [4, 'I paid at the counter on Friday, and my bill still shows the amount.'],
  [4, 'Your text said that I am late, but I paid in full. Please check.'],
  [3, 'The amount that I received is lower than the one in my contract.'],
  [5, 'Somebody called my employer about my loan. I did not agree to that.'],
  [6, 'I cannot find where to change my number.'],
] as const;

/** Everything that a filling has at hand. */
interface Filling {
  readonly appContext: AppContext;
  readonly brand: Brand;
  readonly provider: SandboxProvider;
  readonly ask: Ask;
  readonly borrowers: FilledBorrowers;
}

/** The addresses of this server: its own, and the console's unless there is none. */
export interface OwnAddresses {
  readonly origin: string;
  readonly consoleUrl: string;
}

/**
 * Fills a brand of the sandbox with borrowers in every state, and with all that waits for the staff, by the calls of borrowers,
 * visitors, the provider and demo members of staff. Each run adds as many again. Returns how many borrowers it made.
 */
export async function fillSandbox(
  appContext: AppContext,
  { brand, provider, addresses }: { brand: Brand; provider: SandboxProvider; addresses: OwnAddresses },
): Promise<number> {
  const ask = callsTo(addresses.origin, brand.id);
  const borrowers = await makeBorrowers(ask, brand);
  const filling = { appContext, brand, provider, ask, borrowers };
  await visitPages(ask, brand, addresses.origin);
  await applyListed(filling);
  await complain(filling);
  const transfers = await sendTransfers(filling);
  await payWrongly(filling);
  await payTooMuch(filling);
  await leave(filling);
  await withdrawOthers(filling);
  if (addresses.consoleUrl !== '') {
    await callInPast(filling, addresses.consoleUrl);
    await fillConsole(filling, addresses.consoleUrl, transfers);
    const today = await appContext.clock.today(appContext.db, brand.timeZone);
    const { firstLoans } = await payoutDay(appContext.db, brand.id, today);
    await limitFirstLoans(filling, addresses.consoleUrl, firstLoans, () => withdrawOverLimit(filling));
  }
  await reconcileToday(filling);
  await openReports(filling);
  await postBooks(filling);
  if (addresses.consoleUrl !== '') await askForRent(filling, addresses.consoleUrl);
  return [...borrowers.values()].reduce((sum, filled) => sum + filled.length, 0);
}

/** Posts the books through today, so that the pages of the books and of the portfolio have figures before the first night. */
async function postBooks({ appContext, brand }: Filling): Promise<void> {
  await runBooks(appContext, brand, await appContext.clock.today(appContext.db, brand.timeZone));
}

/** Reports to authorities whose day was in the last month or is to come. */
async function openReports({ appContext, brand }: Filling): Promise<void> {
  const today = await appContext.clock.today(appContext.db, brand.timeZone);
  await openDuties(appContext, brand, today, addDays(today, -31));
}

/** An application of a person whom the screening service finds on a list: the match waits for the officer. */
async function applyListed({ ask, appContext, brand, borrowers }: Filling): Promise<void> {
  for (const { context, productId } of some(borrowers, 'ready', 0, 1)) {
    const { amount, term, disclosure } = await ask(confirmDetail, { productId }, context);
    const { needed, hash } = disclosure;
    if (needed) await ask(acknowledgeDisclosure, { productId, amount, hash }, context);
    await ask(loanPush, { productId, amount, term, termUnit: 'day' }, context);
  }
  if (appContext.ports.screening && borrowers.size > 0)
    await found('the match of a listed person is not found', () =>
      appContext.db
        .selectFrom('screening_hit')
        .select('id')
        .where('brand', '=', brand.id)
        .where('state', '=', 'open')
        .executeTakeFirst(),
    );
}

/** Open complaints, and two that are answered. */
async function complain(filling: Filling): Promise<void> {
  const { ask } = filling;
  const complaining = [...some(filling.borrowers, '180', 0, 3), ...some(filling.borrowers, '170', 0, 4)];
  for (const [index, { context, orderId }] of complaining.entries()) {
    const [type, content] = complaints[index % complaints.length] ?? complaints[0];
    const complaint = { type, content, orderId };
    const { complaintId } = await ask(problemSave, complaint, context);
    if (index >= complaining.length - 2)
      await ask(sandboxComplaintAnswer, {
        complaintId,
        answer: 'We have put it right.',
        asksForRating: true,
      });
  }
}

/** Transfers to the lender's account that borrowers report by their reference. */
async function sendTransfers(filling: Filling): Promise<readonly SentTransfer[]> {
  const { ask, brand } = filling;
  const [transfer] = brand.transfers;
  if (!transfer) return [];
  const sent: SentTransfer[] = [];
  const today = await filling.appContext.clock.today(filling.appContext.db, brand.timeZone);
  for (const borrower of some(filling.borrowers, '180', 0, 4)) {
    const { context, orderId } = borrower;
    const amount = (await dueOf(filling, borrower, transfer)) ?? transfer.min;
    const utr = newUtr();
    const claim = { orderId, channelNumber: transfer.number, utr, amount };
    // The last one sends no receipt.
    if (sent.length === 3) await ask(utrSubmit, claim, context);
    else {
      const picture = await receiptPicture({
        wallet: transfer.name,
        amount: formatCents(amount, brand.money),
        rows: [
          ['From', borrower.name],
          ['Account', `••${transfer.account.slice(-4)}`],
          ['Reference', utr],
          ['Day', today],
        ],
      });
      const { url } = await ask(uploadReceipt, { picture }, context);
      await ask(utrSubmit, { ...claim, receiptUrl: url }, context);
    }
    sent.push({ utr, amount, sender: sent.length === 2 ? 'ANA CRUZ' : borrower.name.toUpperCase() });
  }
  return sent;
}

/** The amount that a borrower could pay today, at most `max`; undefined: nothing is owed. In cents. */
async function dueOf(
  { ask }: Filling,
  { context, orderId }: FilledBorrower,
  { min, max }: { readonly min: number; readonly max: number },
): Promise<number | undefined> {
  const bill = await ask(instalmentDetail, { orderId }, context).catch((error: unknown) => {
    if (error instanceof Rejected && error.code === instalmentDetail.rejections.nothingDue) return undefined;
    throw error;
  });
  return bill && Math.min(Math.max(bill.amountMax, min), max);
}

/** Makes a code for what is due. Returns undefined if nothing is. */
async function codeOf(
  filling: Filling,
  borrower: FilledBorrower,
): Promise<{ readonly text: string; readonly amount: number } | undefined> {
  const [channel] = filling.brand.channels.toSorted((a, b) => b.max - a.max);
  if (!channel) throw new Error('a brand has at least one channel');
  const amount = await dueOf(filling, borrower, channel);
  if (amount === undefined) return undefined;
  const input = { orderId: borrower.orderId, amount, channelNumber: channel.number };
  const { payUrl } = await filling.ask(payCode, input, borrower.context);
  return { text: new URL(payUrl, 'http://localhost').searchParams.get('payCode') ?? '', amount };
}

/** Payments that are held: of a day before their code was made, and one by a reference that was never issued. */
async function payWrongly(filling: Filling): Promise<void> {
  const { ask, brand, provider, appContext } = filling;
  const today = await appContext.clock.today(appContext.db, brand.timeZone);
  for (const borrower of some(filling.borrowers, '174', 0, 2)) {
    const code = await codeOf(filling, borrower);
    if (code) await ask(sandboxPay, { payCode: code.text, date: addDays(today, -1) });
  }
  await provider.payUnknown(randomInt(1_000, 9_000) * 100, today);
}

/** Loans that are paid off, the last time twice: what is too much is due to the borrower. */
async function payTooMuch(filling: Filling): Promise<void> {
  for (const borrower of some(filling.borrowers, '170', 4, 2)) {
    let last = '';
    for (let code = await codeOf(filling, borrower); code; code = await codeOf(filling, borrower)) {
      last = code.text;
      await filling.ask(sandboxPay, { payCode: last });
    }
    await filling.ask(sandboxPay, { payCode: last });
  }
}

/** Borrowers who want their account deleted. */
async function leave(filling: Filling): Promise<void> {
  for (const { context } of some(filling.borrowers, '200', 0, 2))
    await filling.ask(deleteAccount, {}, context);
}

/** Binds an account of `holderName` and withdraws to it. */
async function withdrawTo(
  { ask, brand }: Filling,
  { context, orderId, productId }: FilledBorrower,
  holderName: string,
): Promise<void> {
  const account = { accountType: 2, ...demoWallet(brand), holderName, productId };
  await ask(bindCardFromOrder, account, context);
  await ask(withdraw, { orderId }, context);
}

/** Withdrawals to another person's account, which wait for a decision, and a payout that the bank returns. */
async function withdrawOthers(filling: Filling): Promise<void> {
  for (const borrower of some(filling.borrowers, '151', 4, 2))
    await withdrawTo(filling, borrower, 'Ana Cruz');
  for (const borrower of some(filling.borrowers, '151', 6, 1)) {
    await withdrawTo(filling, borrower, borrower.name);
    await filling.ask(sandboxPayout, { orderId: borrower.orderId, result: 'returned' });
  }
}

/** A withdrawal on a day whose limit is reached: its payout waits to be released. */
async function withdrawOverLimit(filling: Filling): Promise<void> {
  for (const borrower of some(filling.borrowers, '151', 7, 1)) {
    await withdrawTo(filling, borrower, borrower.name);
    // Its job has run: the limit may change again.
    await found('a payout over the limit of the day is not held', () =>
      filling.appContext.db
        .selectFrom('payout_hold')
        .innerJoin('payout', 'payout.id', 'payout_hold.payout_id')
        .select('payout.id')
        .where('payout.order_id', '=', knownId(borrower.orderId))
        .executeTakeFirst(),
    );
  }
}

/** Compares today with the provider's statement: what is held is a difference. */
async function reconcileToday({ appContext, brand: { timeZone } }: Filling): Promise<void> {
  const today = await appContext.clock.today(appContext.db, timeZone);
  for (const statement of appContext.ports.statements)
    await reconcileDay(appContext, statement, { timeZone, day: today, today });
}
