import { loanDetails } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { moveBorrower } from '@hiram/server/src/operations/cells/move/move-borrower.ts';
import { CannotMove } from '@hiram/server/src/operations/cells/move/parcel.ts';
import { cellOfId, cellOfToken } from '@hiram/server/src/platform/cells/marks.ts';
import { paymentMessage, withCellsOf } from '@hiram/server/test/support/database/cells.ts';
import type { DemoBorrower } from '@hiram/server/test/support/processes/running-server.ts';
import { spreadOf } from '../../bench/rig/spread.ts';
import { type Cells, cellIds, movedCell } from './ways.ts';

/** Calls at once. */
const lanes = 8;

export const cellOf = ({ context }: DemoBorrower): number => cellOfToken(context.sessionId ?? '', 43) ?? -1;

export async function inLanes<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** The rows that a statement finds in all cells. */
export async function inEvery<Row extends object>(
  cells: Cells,
  query: string,
  values?: unknown[],
): Promise<Row[]> {
  const found: Row[] = [];
  for (const cell of cellIds) found.push(...(await cells.rows<Row>(cell, query, values)));
  return found;
}

/** Repeats what an app or a provider repeats: what was answered with 503. */
async function repeated(ask: () => Promise<{ readonly status: number }>) {
  for (let repeats = 0; repeats < 100; repeats += 1) {
    const { status } = await ask();
    if (status !== 503) return { status, repeats };
  }
  throw new Error('503 a hundred times');
}

/** Moves borrowers to the next cell until `isOver`, every second one of those that pay at this moment. */
function moveSome(
  cells: Cells,
  {
    borrowers,
    paying,
    moving,
    isOver,
  }: {
    borrowers: readonly DemoBorrower[];
    paying: ReadonlySet<string>;
    moving: Set<string>;
    isOver: () => boolean;
  },
) {
  return withCellsOf(cells, async (owned) => {
    const moved = { moves: 0, refused: 0, pauses: [] as number[] };
    const homes = new Map(borrowers.map((borrower) => [String(borrower.orderId), cellOf(borrower)]));
    for (let index = 0; !isOver(); index += 1) {
      const [inTurn] = index % 2 === 0 ? paying : [];
      const orderId = inTurn ?? borrowers[(index * 7) % borrowers.length]?.orderId ?? '';
      const home = homes.get(orderId) ?? 0;
      const to = (home + 1) % cellIds.length;
      const [order] = await cells.rows<{ borrower_id: string }>(
        home,
        'select borrower_id from loan_order where id = $1',
        [orderId],
      );
      if (!order) throw new Error(`${orderId} is not in cell ${home}`);
      moving.add(orderId);
      try {
        const app = cells.server.appContext;
        const done = await moveBorrower({ app, cells: owned, borrowerId: order.borrower_id, to });
        homes.set(orderId, to);
        moved.moves += 1;
        moved.pauses.push(done?.pauseMs ?? 0);
      } catch (error) {
        if (!(error instanceof CannotMove)) throw error;
        moved.refused += 1;
      }
      moving.delete(orderId);
    }
    const { pauses, ...counted } = moved;
    return { ...counted, pauseMs: spreadOf(pauses) };
  });
}

/**
 * Borrowers pay once each, with each message of their payment sent twice, while some of them move. Where a
 * cell can move as a whole, it does while the second half pays. Returns what was seen.
 */
export async function payWhileMoving(cells: Cells, borrowers: readonly DemoBorrower[]) {
  const moving = new Set<string>();
  const paying = new Set<string>();
  let seen = { repeatedCalls: 0, failedCalls: 0, slowestMs: { ofMoving: 0, ofOthers: 0 } };
  const timed = async (orderId: string, ask: () => Promise<{ readonly status: number }>) => {
    const startedAt = performance.now();
    const wasMoving = moving.has(orderId);
    const { status, repeats } = await repeated(ask);
    seen.repeatedCalls += repeats;
    if (status !== 200) seen.failedCalls += 1;
    const key = wasMoving || moving.has(orderId) ? 'ofMoving' : 'ofOthers';
    seen.slowestMs[key] = Math.max(seen.slowestMs[key], Math.round(performance.now() - startedAt));
  };
  /** Returns the cell in which the borrower paid. */
  const pay = async ({ orderId, context }: DemoBorrower): Promise<number | undefined> => {
    paying.add(orderId);
    let amount = 0;
    await timed(orderId, async () => {
      const answer = await cells.send(instalmentDetail, { orderId }, context);
      amount = answer.data?.repayAmount;
      return answer;
    });
    await timed(orderId, () => cells.send(payCode, { orderId, amount, channelNumber: '10001' }, context));
    const query = 'select id, issued_on::text as day from payment_code where order_id = $1';
    // Who moves between two looks is seen in neither cell.
    const [code] = await cells.until(
      () => inEvery<{ id: string; day: string }>(cells, query, [orderId]),
      (found) => found.length > 0,
    );
    if (!code) throw new Error('no code');
    const send = paymentMessage(cells, { ...code, amount });
    for (const _time of [1, 2]) await timed(orderId, send);
    await timed(orderId, () => cells.send(loanDetails, { orderId }, context));
    paying.delete(orderId);
    return cellOfId(code.id);
  };

  const half = cells.moveSchema ? Math.ceil(borrowers.length / 2) : borrowers.length;
  let isOver = false;
  const moves = moveSome(cells, { borrowers, paying, moving, isOver: () => isOver });
  await inLanes(borrowers.slice(0, half), async (borrower) => void (await pay(borrower)));
  isOver = true;
  const whileBorrowersMove = { ...(await moves), ...seen };
  if (!cells.moveSchema) return { borrowers: borrowers.length, whileBorrowersMove };

  seen = { repeatedCalls: 0, failedCalls: 0, slowestMs: { ofMoving: 0, ofOthers: 0 } };
  const startedAt = performance.now();
  let ms: number | undefined;
  let paidInIt = 0;
  const move = cells.moveSchema().then(() => {
    ms = Math.round(performance.now() - startedAt);
  });
  await inLanes(borrowers.slice(half), async (borrower) => {
    const cell = await pay(borrower);
    if (cell === movedCell && ms === undefined) paidInIt += 1;
  });
  await move;
  return {
    borrowers: borrowers.length,
    whileBorrowersMove,
    whileCellMoves: { ms, paidInIt, ...seen, slowestMs: seen.slowestMs.ofOthers },
  };
}

/** The payments of orders over all cells, and the orders that have one. */
export async function paymentsOf(cells: Cells, borrowers: readonly DemoBorrower[]) {
  const ids = borrowers.map(({ orderId }) => orderId);
  const query = 'select order_id as id from payment where order_id = any($1)';
  const found = await inEvery<{ id: string }>(cells, query, [ids]);
  return { payments: found.length, loans: new Set(found.map(({ id }) => id)).size };
}
