import { loanDetails } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { moveBorrower } from '@hiram/server/src/operations/cells/move/move-borrower.ts';
import { CannotMove } from '@hiram/server/src/operations/cells/move/parcel.ts';
import {
  type CellsServer,
  paymentMessage,
  startCells,
  withCellsOf,
} from '@hiram/server/test/support/cells.ts';
import { runHiram } from '@hiram/server/test/support/run-hiram.ts';
import type { DemoBorrower } from '@hiram/server/test/support/running-server.ts';
import {
  type Cluster,
  ownerEndpoint,
  startThrowawayCluster,
} from '@hiram/server/test/support/throwaway-cluster.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFigures } from './figures.ts';

const borrowerCount = 500;
/** Calls at once. */
const lanes = 8;
let cluster: Cluster;
let stopCluster: () => Promise<void>;
let hiram: CellsServer;
let pool: pg.Pool;

beforeAll(async () => {
  ({ cluster, stop: stopCluster } = await startThrowawayCluster());
  hiram = await startCells(cluster, [1]);
  pool = new pg.Pool({ ...ownerEndpoint(cluster, hiram.database), max: 4 });
  // The database is dropped before its connections end.
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await hiram?.stop();
  await pool?.end();
  await stopCluster?.();
});

async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Repeats what an app or a provider repeats: what was answered with 503. */
async function repeated(ask: () => Promise<{ readonly status: number }>): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) if ((await ask()).status !== 503) return tries;
  throw new Error('503 a hundred times');
}

test('500 borrowers pay while some of them move: no payment is lost, none is there twice [T1720]', async () => {
  const borrowers: DemoBorrower[] = [];
  await inLanes(Array.from({ length: borrowerCount }), async () => {
    borrowers.push(await hiram.borrower({ state: '180', kind: 'single' }));
  });
  const owners = new Map<string, string>();
  const { rows: orders } = await pool.query<{ id: string; borrower_id: string }>(
    'select id, borrower_id from public.loan_order union all select id, borrower_id from cell_1.loan_order',
  );
  for (const { id, borrower_id: owner } of orders) owners.set(id, owner);

  const moving = new Set<string>();
  const paying = new Set<string>();
  const slowest = { ofMoved: 0, ofOthers: 0, repeats: 0 };
  const timed = async (orderId: string, ask: () => Promise<{ readonly status: number }>) => {
    const startedAt = performance.now();
    const wasMoving = moving.has(orderId);
    slowest.repeats += await repeated(ask);
    const key = wasMoving || moving.has(orderId) ? 'ofMoved' : 'ofOthers';
    slowest[key] = Math.max(slowest[key], performance.now() - startedAt);
  };
  const pay = async ({ orderId, context }: DemoBorrower): Promise<void> => {
    paying.add(orderId);
    let amount = 0;
    await timed(orderId, async () => {
      const answer = await hiram.send(instalmentDetail, { orderId }, context);
      amount = answer.data.repayAmount;
      return answer;
    });
    await timed(orderId, () => hiram.send(payCode, { orderId, amount, channelNumber: '10001' }, context));
    const { rows: codes } = await pool.query<{ id: string; day: string }>(
      `select id, issued_on::text as day from public.payment_code where order_id = $1
        union all select id, issued_on::text from cell_1.payment_code where order_id = $1`,
      [orderId],
    );
    const [code] = codes;
    if (!code) throw new Error('no code');
    const send = paymentMessage(hiram, { ...code, amount });
    for (const _time of [1, 2]) await timed(orderId, send);
    await timed(orderId, () => hiram.send(loanDetails, { orderId }, context));
    paying.delete(orderId);
  };

  let isPaying = true;
  const moved = { times: 0, refused: 0, pauses: [] as number[] };
  const moves = withCellsOf(hiram, async (cells) => {
    for (let index = 0; isPaying; index += 1) {
      // Of two moves one is of somebody who pays at this moment.
      const [inTurn] = index % 2 === 0 ? paying : [];
      const orderId = inTurn ?? borrowers[(index * 7) % borrowers.length]?.orderId ?? '';
      const borrowerId = owners.get(orderId) ?? '';
      const { rowCount } = await pool.query('select from public.loan_order where id = $1', [orderId]);
      moving.add(orderId);
      try {
        const done = await moveBorrower({
          app: hiram.server.appContext,
          cells,
          borrowerId,
          to: rowCount === 0 ? 0 : 1,
        });
        moved.times += 1;
        moved.pauses.push(done?.pauseMs ?? 0);
      } catch (error) {
        if (!(error instanceof CannotMove)) throw error;
        moved.refused += 1;
      }
      moving.delete(orderId);
    }
  });
  await inLanes(borrowers.toReversed(), pay);
  isPaying = false;
  await moves;

  const { rows: counted } = await pool.query<{ payments: number; loans: number }>(
    `select count(*)::int as payments, count(distinct order_id)::int as loans from (
      select order_id from public.payment union all select order_id from cell_1.payment) payment`,
  );
  expect(counted[0]).toEqual({ payments: borrowerCount, loans: borrowerCount });
  expect(moved.times).toBeGreaterThan(5);
  const check = await runHiram(['cells', 'check'], hiram.settings);
  expect(check.output).toContain(', 0 disagreements');
  const sorted = moved.pauses.toSorted((a, b) => a - b);
  writeFigures({
    movedWhilePaying: {
      borrowers: borrowerCount,
      payments: counted[0]?.payments,
      moves: moved.times,
      refused: moved.refused,
      repeatedCalls: slowest.repeats,
      pauseMs: { p50: sorted[Math.floor(sorted.length / 2)], longest: sorted.at(-1) },
      slowestCallMs: { ofMoved: Math.round(slowest.ofMoved), ofOthers: Math.round(slowest.ofOthers) },
    },
  });
}, 900_000);
