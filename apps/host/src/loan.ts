import { type Demo, sandbox, sendAs, uploadAs } from './sandbox.ts';

/** The app's native view of a loan: the fields of `loanDetails` that the story and the timeline use, as on the wire. */
export interface Loan {
  readonly orderStatus: number;
  /** 1 if the loan waits for the borrower to withdraw it, and if it waits for an account. */
  readonly inside: 0 | 1;
  readonly cardNeedPop: 0 | 1;
  /** Advice on paying safely. The order's page shows it in a dialog first. */
  readonly KindTipsMsg?: string;
  /** Less than was asked for, in cents. */
  readonly counterOffer?: { readonly offered: { readonly amount: number } };
  readonly userOrderDetail: {
    readonly payout?: { readonly date: string };
    readonly repayments: readonly Repayment[];
  };
}

export interface Repayment {
  readonly periodNo: number;
  readonly dueTime: string;
  readonly state: 'paid' | 'late' | 'due' | 'coming';
}

/** Time between two reads of a loan that is about to change, and the longest wait for the change. */
const repeatMs = 250;
const maxWaitMs = 15_000;

export const settledStatus = 200;

export function readLoan(borrower: Demo): Promise<Loan> {
  return sendAs(borrower, '/v3/loan-details/loan-details', { orderId: borrower.orderId ?? '' });
}

/** Reads the loan until it fulfils the condition. Throws an Error if it does not in time. */
export async function waitForLoan(borrower: Demo, condition: (loan: Loan) => boolean): Promise<Loan> {
  const end = Date.now() + maxWaitMs;
  for (;;) {
    const loan = await readLoan(borrower);
    if (condition(loan)) return loan;
    if (Date.now() > end) throw new Error('The loan did not change in time. Continue on the phone.');
    await new Promise((resolve) => setTimeout(resolve, repeatMs));
  }
}

/** The borrower's newest order, or undefined. */
export async function newestOrder(borrower: Demo): Promise<string | undefined> {
  const { list } = await sendAs<{ list: readonly { orderNo: string }[] }>(borrower, '/v3/order/list', {});
  return list[0]?.orderNo;
}

interface Offer {
  readonly amount: number;
  readonly periods: number;
  readonly termUnit: string;
  readonly disclosure: { readonly needed: 0 | 1; readonly acknowledged: 0 | 1; readonly hash: string };
}

/**
 * Acknowledges the statement of costs and applies for the offered loan, or for another amount in cents. Of an
 * order with a smaller offer, takes it. Returns the borrower with the order.
 */
export async function applyForLoan(borrower: Demo, wanted?: number): Promise<Demo> {
  const { productId } = borrower;
  const { amount, periods, termUnit, disclosure } = await sendAs<Offer>(borrower, '/v3/loan-confirm/detail', {
    productId,
    ...(wanted === undefined ? {} : { amount: wanted }),
  });
  if (disclosure.needed && !disclosure.acknowledged)
    await sendAs(borrower, '/v3/loan-confirm/acknowledge', { productId, amount, hash: disclosure.hash });
  await sendAs(borrower, '/v3/loan-confirm/push', { productId, amount, periods, termUnit });
  const orderId = await newestOrder(borrower);
  return orderId === undefined ? borrower : { ...borrower, orderId };
}

/** The amount in cents that is offered to the borrower now. */
export async function offeredAmount(borrower: Demo): Promise<number> {
  const { productId } = borrower;
  return (await sendAs<Offer>(borrower, '/v3/loan-confirm/detail', { productId })).amount;
}

interface IdentityStep {
  readonly kinds: readonly { readonly code: string; readonly parts: readonly string[] }[];
  readonly state: string;
}

/** A picture of the sandbox's own document, of which its identity service reads what the borrower typed. */
function samplePicture(text: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [900, 600];
  const pen = canvas.getContext('2d');
  if (pen) {
    pen.fillStyle = '#cfd8e6';
    pen.fillRect(0, 0, 900, 600);
    pen.fillStyle = '#1c2440';
    pen.font = '48px sans-serif';
    // No two borrowers send the same picture.
    pen.fillText(text, 60, 300);
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', 0.8),
  );
}

/** Reports whether the borrower's brand asks for pictures of a document that they have not sent. */
export async function needsIdentity(borrower: Demo): Promise<boolean> {
  const { state } = await sendAs<IdentityStep>(borrower, '/v3/certify/identity', {});
  return state === 'none';
}

/** Sends pictures of the first kind of document. */
export async function sendIdentity(borrower: Demo): Promise<void> {
  const { kinds } = await sendAs<IdentityStep>(borrower, '/v3/certify/identity', {});
  const [kind] = kinds;
  if (!kind) return;
  await sendAs(borrower, '/v3/certify/identity-begin', { kind: kind.code });
  for (const part of kind.parts) {
    const picture = await samplePicture(`${kind.code} ${part} ${borrower.phone}`);
    await uploadAs(borrower, `/v3/certify/identity-${part}`, picture);
  }
  await sendAs(borrower, '/v3/certify/identity-submit', { kind: kind.code });
}

interface FormItem {
  readonly code: string;
  readonly value: string;
  readonly note: readonly { readonly type: string }[];
}

/** Binds the first wallet of the market, with the borrower's own number. */
export async function bindWallet(borrower: Demo): Promise<void> {
  const { productId, orderId, phone } = borrower;
  const form = { product_id: productId };
  const { items } = await sendAs<{ items: readonly FormItem[] }>(
    borrower,
    '/v3/bind-card/card-init',
    form,
    'form',
  );
  const find = (code: string) => items.find((item) => item.code === code);
  const values = {
    ...form,
    orderId,
    cardType: 2,
    walletCode: find('walletCode')?.note[0]?.type ?? '',
    walletNumber: nationalNumber(phone),
    holderName: find('holderName')?.value ?? '',
  };
  await sendAs(borrower, '/v3/loan-details/bind-card-new', values, 'form');
}

/** A mobile number as it is dialled at home. Countries: Philippines, India, Indonesia; the demo numbers of `spec` are foreign. */
function nationalNumber(phone: string): string {
  if (phone.startsWith('+91')) return phone.slice(3);
  if (phone.startsWith('+63') || phone.startsWith('+62')) return `0${phone.slice(3)}`;
  return '09171234567';
}

export function withdrawLoan(borrower: Demo): Promise<unknown> {
  return sendAs(borrower, '/v3/loan-details/withdraw', { orderId: borrower.orderId ?? '' });
}

interface Due {
  readonly repayAmount: number;
  readonly quotedFor: string;
  readonly repayList: readonly { readonly channel_number: string }[];
}

/** Requests a payment code for what is due, through the first channel. Returns the address of the code's page. */
export async function requestCode(borrower: Demo): Promise<string> {
  const { orderId } = borrower;
  const due = await sendAs<Due>(borrower, '/v3/repay/instalment-detail', { orderId });
  const { payUrl } = await sendAs<{ payUrl: string }>(borrower, '/v3/repay/pay-code', {
    orderId,
    amount: due.repayAmount,
    channelNumber: due.repayList[0]?.channel_number ?? '',
    quotedFor: due.quotedFor,
  });
  return payUrl;
}

/** Pays the borrower's newest open code at the sandbox's cashier. The payment arrives by the provider's signed webhook. */
export async function payOpenCode(borrower: Demo): Promise<void> {
  const { codes } = await sandbox.codes(borrower);
  const open = codes.find(({ state }) => state === 'open');
  if (open) await sandbox.pay(open.payCode);
}
