import { addLoan, listLoans } from '@hiram/contract/calculator';
import type { Call, WireInput } from '@hiram/contract/call';
import { problemSave } from '@hiram/contract/complaint';
import { contactSave, deviceSave, locationSave } from '@hiram/contract/device';
import { payCode, utrSubmit } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import type pg from 'pg';
import { ask, makeBorrower, type Product } from '../product.ts';
import { cloneId, cloneSession, type Template } from './clone.ts';

/** A kind of people, with what its first one has that a call may ask for. */
export interface Kind {
  readonly template: Template;
  /** Copies for every ten thousand orders of a book. */
  readonly per10000: number;
  readonly productId: string;
  readonly orderId: string;
  readonly problemId: string;
  readonly loanId: string;
  /** Empty where nothing can be paid. */
  readonly code: string;
}

/** One of the people of a book. */
export interface BenchBorrower {
  readonly context: { readonly sessionId?: string; readonly deviceId: string };
  readonly phoneAddress: string;
  readonly productId: string;
  readonly orderId: string;
  readonly problemId: string;
  readonly loanId: string;
  readonly code: string;
  /** Told apart from everyone else of the book. */
  readonly no: number;
}

/** Late, running, near its day and settled, each with two settled loans before; one who may apply; one who may withdraw. */
const kinds = [
  { state: '180', settledBefore: 2, per10000: 667 },
  { state: '170', settledBefore: 2, per10000: 667 },
  { state: '174', settledBefore: 2, per10000: 667 },
  { state: '200', settledBefore: 2, per10000: 667 },
  { state: '151', settledBefore: 0, per10000: 2_000 },
  { state: 'ready', settledBefore: 0, per10000: 2_000 },
] as const;
/** A loan of somebody else's, kept to watch. */
export const car = { name: 'Car', principal: 12_000_000, rate: 180_000, tenure: 24, startDate: '2026-01-15' };
export type State = (typeof kinds)[number]['state'];

const codeOf = ({ payUrl }: { readonly payUrl: string }, origin: string) =>
  new URL(payUrl, origin).searchParams.get('payCode') ?? '';

/** Makes one of each kind by what makes real ones, and gives each a complaint, a contact, a kept calculation and a code to pay with. */
export async function makeKinds({ origin }: Product, owner: pg.Client): Promise<Kind[]> {
  const made: Kind[] = [];
  for (const { state, settledBefore, per10000 } of kinds) {
    const main = await makeBorrower(origin, state, {
      jointFailure: state !== '151',
      ...(state === '151' ? { needValid: 0 } : {}),
    });
    const before = await Promise.all(
      Array.from({ length: settledBefore }, () => makeBorrower(origin, '200')),
    );
    const context = { sessionId: main.sessionId, deviceId: main.deviceId };
    const request = <C extends Call>(call: C, input: WireInput<C>) => ask(origin, call, input, { context });
    await request(deviceSave, { deviceName: 'Phone', osVersion: '12', appVersion: '1.0' });
    await request(contactSave, { name: 'Ana Reyes', phone: '13900000001', relation: 'family' });
    await request(addLoan, car);
    const order = main.orderId ? { orderNo: main.orderId } : {};
    const { problemId } = await request(problemSave, { problemType: 2, problemDetail: 'At size', ...order });
    const { list } = await request(listLoans, {});
    const canPay = state === '180' || state === '174';
    await request(locationSave, { latitude: 14.59, longitude: 120.98 });
    if (canPay) {
      // A part of what is owed is paid, and a transfer was reported: payments stand in the book.
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

/** How many copies of a kind a book of so many orders has. */
export const copiesOf = ({ per10000 }: Kind, orders: number) => Math.floor((per10000 * orders) / 10_000);

/** Copy `n` of a kind, as the calls see it. A single process refuses floods from one address: each phone has its own. */
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
