import { addLoan, listLoans } from '@hiram/contract/calculator';
import type { Call, SentInput } from '@hiram/contract/call';
import { problemSave } from '@hiram/contract/complaint';
import { contactSave, deviceSave, locationSave } from '@hiram/contract/device';
import { payCode, utrSubmit } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import type pg from 'pg';
import { ask, makeBorrower, type Product } from '../product.ts';
import { cloneId, cloneSession, type Template } from './clone.ts';

/** A kind of borrowers, with the ids of its template's records. */
export interface Kind {
  readonly template: Template;
  /** The number of copies per ten thousand orders of a book. */
  readonly per10000: number;
  readonly productId: string;
  readonly orderId: string;
  readonly problemId: string;
  readonly loanId: string;
  /** The payment code; empty if the kind has nothing to pay. */
  readonly code: string;
}

/** One borrower of a book. */
export interface BenchBorrower {
  readonly context: { readonly sessionId?: string; readonly deviceId: string };
  readonly phoneAddress: string;
  readonly productId: string;
  readonly orderId: string;
  readonly problemId: string;
  readonly loanId: string;
  readonly code: string;
  /** The number of the copy, unique within its kind. */
  readonly no: number;
}

/** Overdue, active, due soon and settled, each with two earlier settled loans; one who can withdraw; one who can apply. */
const kinds = [
  { state: '180', settledBefore: 2, per10000: 667 },
  { state: '170', settledBefore: 2, per10000: 667 },
  { state: '174', settledBefore: 2, per10000: 667 },
  { state: '200', settledBefore: 2, per10000: 667 },
  { state: '151', settledBefore: 0, per10000: 2_000 },
  { state: 'ready', settledBefore: 0, per10000: 2_000 },
] as const;
/** The input of a saved loan of the calculator. */
export const car = { name: 'Car', principal: 12_000_000, rate: 180_000, tenure: 24, startDate: '2026-01-15' };
export type State = (typeof kinds)[number]['state'];

const codeOf = ({ payUrl }: { readonly payUrl: string }, origin: string) =>
  new URL(payUrl, origin).searchParams.get('payCode') ?? '';

/** Creates one borrower of each kind with a complaint, a contact, a saved loan and a payment code, through the server's calls. */
export async function makeKinds({ origin }: Product, owner: pg.Client): Promise<Kind[]> {
  const made: Kind[] = [];
  for (const { state, settledBefore, per10000 } of kinds) {
    const main = await makeBorrower(origin, state, {
      jointFailure: state === '151' ? 0 : 1,
      ...(state === '151' ? { needValid: 0 } : {}),
    });
    const before = await Promise.all(
      Array.from({ length: settledBefore }, () => makeBorrower(origin, '200')),
    );
    const context = { sessionId: main.sessionId, deviceId: main.deviceId };
    const request = <C extends Call>(call: C, input: SentInput<C>) => ask(origin, call, input, { context });
    await request(deviceSave, { deviceName: 'Phone', osVersion: '12', appVersion: '1.0' });
    await request(contactSave, { name: 'Ana Reyes', phone: '13900000001', relation: 'family' });
    await request(addLoan, car);
    const order = main.orderId ? { orderNo: main.orderId } : {};
    const { problemId } = await request(problemSave, { problemType: 2, problemDetail: 'At size', ...order });
    const { list } = await request(listLoans, {});
    const canPay = state === '180' || state === '174';
    await request(locationSave, { latitude: 14.59, longitude: 120.98 });
    if (canPay) {
      // A part payment and a reported transfer, so that the book contains payments.
      const options = { orderId: main.orderId, amount: 5_000, channelNumber: '10001' };
      await ask(origin, sandboxPay, {
        payCode: codeOf(await request(payCode, options), origin),
        amount: 5_000,
      });
      await request(utrSubmit, { ...options, channelNumber: '10005', utr: `SIZE${state}0000000` });
    }
    const paid = canPay
      ? await request(payCode, { orderId: main.orderId, amount: 10_000, channelNumber: '10001' })
      : undefined;
    const { rows } = await owner.query<{ borrower_id: string }>(
      `select borrower_id from session where token_hash = sha256(convert_to($1, 'UTF8'))
       union all select borrower_id from loan_order where id = any($2)`,
      [main.sessionId, before.map(({ orderId }) => orderId)],
    );
    made.push({
      template: {
        name: state,
        borrowerIds: rows.map((row) => row.borrower_id),
        orders: settledBefore + (main.orderId ? 1 : 0),
      },
      per10000,
      productId: main.productId,
      orderId: main.orderId,
      problemId,
      loanId: list[0]?.loanId ?? '',
      code: paid ? codeOf(paid, origin) : '',
    });
  }
  return made;
}

/** The number of copies of a kind in a book with this many orders. */
export const copiesOf = ({ per10000 }: Kind, orders: number) => Math.floor((per10000 * orders) / 10_000);

/** Copy `n` of a kind. Each has its own address, because the server limits the calls of one address. */
export function benchBorrower(kind: Kind, n: number): BenchBorrower {
  const id = (old: string) => (old === '' ? '' : cloneId(old, n));
  return {
    context: { sessionId: cloneSession(kind.template, n), deviceId: 'bench-phone' },
    phoneAddress: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    productId: kind.productId,
    orderId: id(kind.orderId),
    problemId: id(kind.problemId),
    loanId: id(kind.loanId),
    code: kind.code,
    no: n,
  };
}
