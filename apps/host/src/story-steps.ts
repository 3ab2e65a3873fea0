import { daysBetween } from './days.ts';
import {
  applyForLoan,
  bindWallet,
  type Loan,
  needsIdentity,
  newestOrder,
  offeredAmount,
  payOpenCode,
  readLoan,
  requestCode,
  sendIdentity,
  settledStatus,
  waitForLoan,
  withdrawLoan,
} from './loan.ts';
import { type Demo, sandbox } from './sandbox.ts';
import type { Step } from './story-player.ts';

/** The parts of the page that the story uses. */
export interface Stage {
  /** Creates a borrower who may borrow, in the selected brand. */
  newBorrower(): Promise<Demo>;
  /** The borrower of the phone, also after a person took over. */
  readonly borrower: Demo | undefined;
  setBorrower(borrower: Demo): void;
  /** Opens a page of the app, given by its path and query, for the borrower. */
  show(address: string): void;
  /** Presses the phone's back button, which closes a dialog. */
  back(): Promise<void>;
  /** Gives a person time to look. */
  look(ms: number): Promise<void>;
}

const appliedStatus = 21;
const longLookMs = 2_600;
const shortLookMs = 1_400;

/** The steps of a loan's life. Each one first looks at the loan, so that a person may have done some of it by hand. */
export function storySteps(stage: Stage): readonly Step[] {
  return [...borrowing(stage), ...repaying(stage)];
}

function borrowing(stage: Stage): readonly Step[] {
  return [
    {
      title: 'Home',
      caption: 'Maria needs money. Home shows one offer: what arrives, what it costs, what she pays back.',
      behind: 'A borrower with a filled-in form. The offer comes from the loan engine, exact to the cent.',
      holdMs: 4_500,
      async run() {
        stage.setBorrower(await stage.newBorrower());
        stage.show('/main');
      },
    },
    {
      title: 'Identity',
      caption: 'Her ID, front and back, and her face. The phone says at once if a picture cannot be read.',
      behind: 'Pictures are encrypted before they are stored. What is read is compared with what she typed.',
      holdMs: 4_500,
      run: () => identify(stage),
    },
    {
      title: 'Amount',
      caption: 'She picks an amount. Every repayment and its day are on the table before she applies.',
      behind: 'Nothing is stored yet. All figures of a screen come from one quote.',
      holdMs: 4_500,
      run: async () => stage.show('/productDetail'),
    },
    {
      title: 'Confirm',
      caption: 'The whole price on one page. The statement of costs comes before the button.',
      behind: 'The law’s disclosure, made for this offer, with a digest that her consent names.',
      holdMs: 5_000,
      run: async () => stage.show('/loanConfirmPeriod'),
    },
    {
      title: 'Offer',
      caption:
        'She asked for twice as much. The answer is what a first loan may be, beside what she asked for.',
      behind:
        'The policy’s ladder of limits decides. The smaller loan has a statement and agreements of its own.',
      holdMs: 4_500,
      run: () => askForMore(stage),
    },
    {
      title: 'Approved',
      caption: 'She has read it and agrees. The decision takes a second.',
      behind:
        'Acknowledge, apply, decide: three rows of the audit trail. A referred case waits in the console.',
      holdMs: 4_500,
      async run() {
        await withOrder(stage);
        stage.show('/order');
      },
    },
    {
      title: 'Payout',
      caption: 'Her wallet is named, and the money is on its way. The phone shows when it arrives.',
      behind: 'The payout goes to the provider. Its signed webhook books it in the double-entry ledger.',
      holdMs: 6_000,
      run: () => payOut(stage),
    },
  ];
}

function repaying(stage: Stage): readonly Step[] {
  return [
    {
      title: 'Running',
      caption: 'Four weeks later. The next payment leads, and a text message has reminded her.',
      behind: 'The business day moved, and the day’s due work ran: statuses, reminders, checks of the books.',
      holdMs: 4_500,
      run: () => moveToDue(stage, { daysAfter: -3, address: '/main' }),
    },
    {
      title: 'Late',
      caption: 'Two days late. What one more day costs, line by line, and what she can do today.',
      behind: 'Nothing accrues overnight: the engine computes the position from the loan’s events.',
      holdMs: 5_500,
      async run() {
        await moveToDue(stage, { daysAfter: 2, address: '/order' });
        await stage.look(longLookMs);
        if ((await readLoan(await withOrder(stage))).KindTipsMsg) await stage.back();
      },
    },
    {
      title: 'Paid',
      caption: 'A code, her wallet, done: the page changes by itself and gives her a receipt.',
      behind: 'The cashier pays the code. The provider’s webhook is checked, recorded once and posted.',
      holdMs: 5_500,
      run: () => payNext(stage, longLookMs),
    },
    {
      title: 'Settled',
      caption: 'Month after month she pays on the day. Then the loan is closed.',
      behind: 'Every payment is allocated to charges, interest and principal. The books balance each night.',
      holdMs: 5_500,
      run: () => payTheRest(stage),
    },
    {
      title: 'Again',
      caption: 'Home thanks her and makes the next offer. Take the phone: it is yours.',
      behind: 'A returning borrower, judged by how she paid.',
      holdMs: 0,
      run: async () => stage.show('/main'),
    },
  ];
}

/** Shows the step, and sends the pictures if the borrower has not. */
async function identify(stage: Stage): Promise<void> {
  const borrower = stage.borrower ?? (await stage.newBorrower());
  stage.setBorrower(borrower);
  if (!(await needsIdentity(borrower))) return stage.show('/main');
  stage.show('/apply?group=identity');
  await stage.look(longLookMs);
  await sendIdentity(borrower);
  stage.show('/main');
}

/** Asks for twice what is offered, where the brand answers that with less, and shows the smaller offer. */
async function askForMore(stage: Stage): Promise<void> {
  const { borrower } = stage;
  if (!borrower || borrower.market === 'spec' || borrower.orderId !== undefined) return;
  if ((await newestOrder(borrower)) !== undefined) return;
  const wanted = 2 * (await offeredAmount(borrower));
  const applied = await applyForLoan(borrower, wanted);
  stage.setBorrower(applied);
  await waitForLoan(applied, isDecided);
  stage.show('/order');
}

const isDecided = ({ orderStatus, counterOffer }: Loan) =>
  orderStatus !== appliedStatus || counterOffer !== undefined;

/** The borrower with an approved order. Applies if there is none, and takes a smaller offer. */
async function withOrder(stage: Stage): Promise<Demo> {
  const borrower = stage.borrower ?? (await stage.newBorrower());
  const orderId = borrower.orderId ?? (await newestOrder(borrower));
  const withOrderId = orderId === undefined ? await applyForLoan(borrower) : { ...borrower, orderId };
  stage.setBorrower(withOrderId);
  const { counterOffer } = await waitForLoan(withOrderId, isDecided);
  if (counterOffer) await applyForLoan(withOrderId, counterOffer.offered.amount);
  await waitForLoan(withOrderId, ({ orderStatus }) => orderStatus !== appliedStatus);
  return withOrderId;
}

async function payOut(stage: Stage): Promise<void> {
  const borrower = await withOrder(stage);
  const loan = await readLoan(borrower);
  if (loan.cardNeedPop) {
    await bindWallet(borrower);
    stage.show('/order');
    await stage.look(shortLookMs);
  }
  const ready = await readLoan(borrower);
  if (ready.inside) await withdrawLoan(borrower);
  stage.show('/order');
  await waitForLoan(borrower, ({ userOrderDetail }) => userOrderDetail.repayments.length > 0);
}

/** Moves the business day to a number of days after the next due date, and shows a page. */
async function moveToDue(
  stage: Stage,
  { daysAfter, address }: { readonly daysAfter: number; readonly address: string },
): Promise<void> {
  const borrower = await withOrder(stage);
  const next = await nextDue(borrower);
  if (next) await moveTo(borrower, next, daysAfter);
  stage.show(address);
}

async function nextDue(borrower: Demo): Promise<string | undefined> {
  const { userOrderDetail } = await readLoan(borrower);
  return userOrderDetail.repayments.find(({ state }) => state !== 'paid')?.dueTime;
}

/** Moves the business day forward. It never moves back. */
async function moveTo({ appName }: Demo, day: string, daysAfter: number): Promise<void> {
  const { date } = await sandbox.date(appName);
  const days = daysBetween(date, day) + daysAfter;
  if (days > 0) await sandbox.move(days, appName);
}

/** Shows a code for what is due, pays it at the cashier and waits until the payment has arrived. */
async function payNext(stage: Stage, lookMs: number): Promise<void> {
  const borrower = await withOrder(stage);
  const paidBefore = paidCount(await readLoan(borrower));
  if ((await nextDue(borrower)) === undefined) return;
  stage.show(await requestCode(borrower));
  await stage.look(lookMs);
  await payOpenCode(borrower);
  await waitForLoan(borrower, (loan) => paidCount(loan) > paidBefore);
}

function paidCount({ userOrderDetail }: Awaited<ReturnType<typeof readLoan>>): number {
  return userOrderDetail.repayments.filter(({ state }) => state === 'paid').length;
}

async function payTheRest(stage: Stage): Promise<void> {
  const borrower = await withOrder(stage);
  for (;;) {
    const next = await nextDue(borrower);
    const { orderStatus } = await readLoan(borrower);
    if (next === undefined || orderStatus === settledStatus) return;
    await moveTo(borrower, next, 0);
    stage.show('/main');
    await stage.look(shortLookMs);
    await payNext(stage, shortLookMs);
    await stage.look(shortLookMs);
  }
}
