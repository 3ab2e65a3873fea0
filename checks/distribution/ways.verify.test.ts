import { setTimeout as pause } from 'node:timers/promises';
import { smsCode } from '@hiram/contract/account';
import { bindCardFromOrder } from '@hiram/contract/bank';
import { confirmDetail, loanPush } from '@hiram/contract/confirm';
import { awayHeader } from '@hiram/contract/console/staff-call';
import { listWork } from '@hiram/contract/console/work';
import { asId } from '@hiram/contract/ids';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { brokenSince } from '@hiram/server/src/lending/ledger/ledger.ts';
import { moveBorrower } from '@hiram/server/src/operations/cells/move/move-borrower.ts';
import { checkAudit } from '@hiram/server/src/scheduler/audit/audit.ts';
import { complain } from '@hiram/server/test/support/borrowers/complaints.ts';
import {
  applyFor,
  certify,
  newDocument,
  newPhone,
  signIn,
} from '@hiram/server/test/support/borrowers/sign-up.ts';
import { staffMember } from '@hiram/server/test/support/console/console.ts';
import { withCellsOf } from '@hiram/server/test/support/database/cells.ts';
import {
  serverEndpoint,
  startThrowawayCluster,
} from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { runHiram } from '@hiram/server/test/support/processes/run-hiram.ts';
import {
  type DemoBorrower,
  type Hiram,
  startHiram,
} from '@hiram/server/test/support/processes/running-server.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quantile } from '../../bench/rig/spread.ts';
import { compareReading, compareStatuses } from './console-calls.ts';
import { writeFigures } from './figures.ts';
import { cellOf, inEvery, inLanes, paymentsOf, payWhileMoving } from './payers.ts';
import { type Cells, cellIds, movedCell, startCellsIn, ways } from './ways.ts';

const payers = 500;

async function pay(hiram: Hiram, { orderId, context }: DemoBorrower): Promise<number> {
  const { data: bill } = await hiram.send(instalmentDetail, { orderId }, context);
  const asked = { orderId, amount: bill?.repayAmount, channelNumber: '10001' };
  const code = await hiram.send(payCode, asked, context);
  if (!code.success) return code.status;
  const text = new URL(code.data.payUrl, hiram.origin).searchParams.get('payCode') ?? '';
  return (await hiram.send(sandboxPay, { payCode: text }, context)).status;
}

const reaches = (hiram: Hiram, { orderId, context }: DemoBorrower, status: number) =>
  hiram.until(
    () => hiram.send(loanDetails, { orderId }, context),
    ({ data }) => data?.orderStatus === status,
  );

/** From the offer to a loan that runs. */
async function borrow(hiram: Hiram, ready: DemoBorrower): Promise<DemoBorrower> {
  const { productId, context } = ready;
  const { data: offer } = await hiram.send(confirmDetail, { productId }, context);
  const asked = { amount: offer.amount, periods: offer.periods, termUnit: 'day' as const, productId };
  const pushed = await hiram.send(loanPush, asked, context);
  const url = new URL(pushed.data.lendDetailsUrl, hiram.origin);
  const borrower = { ...ready, orderId: asId<'order'>(url.searchParams.get('orderId') ?? '') };
  await reaches(hiram, borrower, 151);
  const wallet = {
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber: '09171234567',
    holderName: 'Maria Santos',
  };
  await hiram.send(bindCardFromOrder, { ...wallet, product_id: productId }, context);
  await hiram.send(withdraw, { orderId: borrower.orderId }, context);
  await reaches(hiram, borrower, 170);
  return borrower;
}

describe.each(ways.filter(({ isTried }) => isTried))('three cells: $name', (way) => {
  const figures: Record<string, unknown> = {};
  let plain: Awaited<ReturnType<typeof startThrowawayCluster>>;
  let cells: Cells;
  /** A server of one cell, by which the others are measured. */
  let single: Hiram;
  beforeAll(async () => {
    plain = await startThrowawayCluster();
    single = await startHiram(plain.cluster);
    cells = await startCellsIn(way);
    figures.engine = cells.engine;
  }, 600_000);
  afterAll(async () => {
    await cells?.stop();
    await single?.stop();
    await plain?.stop();
    writeFigures({ [way.name]: figures });
  }, 600_000);

  const late = () => cells.borrower({ state: '180', kind: 'single' });
  /** One borrower of each cell. */
  async function oneOfEach(make: () => Promise<DemoBorrower>): Promise<DemoBorrower[]> {
    const made = new Map<number, DemoBorrower>();
    for (let tries = 0; tries < 30 && cellIds.some((cell) => !made.has(cell)); tries += 1) {
      const borrower = await make();
      made.set(cellOf(borrower), borrower);
    }
    const each = cellIds.flatMap((cell) => made.get(cell) ?? []);
    expect(each.length).toBe(cellIds.length);
    return each;
  }
  /** Ledger and audit trail hold, and each entry about a borrower has the name of a table and of who did it. */
  async function holds(cell: number): Promise<void> {
    const db = cells.open(cell);
    expect(await brokenSince(db, new Date(0))).toBe(0);
    expect((await checkAudit(db, new Date(0))).broken).toBeUndefined();
    await db.destroy();
    const nameless = `select distinct subject from audit_entry
      where borrower_id is not null and (subject ~ '[0-9]' or actor is null)`;
    expect(await cells.rows(cell, nameless)).toEqual([]);
  }
  const readiness = async () => {
    const ready = await fetch(`${cells.origin}/health/ready`);
    return [ready.status, await ready.json()];
  };
  const away = async () => {
    const { browser } = await staffMember(cells, 'cashier');
    return (await browser.send(listWork.page, { part: 'open' }, { brand: 'spec' })).headers.get(awayHeader);
  };

  test('the console’s calls answer over three cells what they answer in one [T1735]', async () => {
    const { notTried, ...compared } = await compareReading(cells, single);
    figures.readingCalls = { ...compared, notTried: notTried.length };
    expect(compared.different).toEqual([]);
    expect(compared.tried).toBeGreaterThan(110);
  }, 600_000);

  test('in each cell a borrower gets a loan, complains and pays it off [T1757]', async () => {
    const ready = () => cells.borrower({ state: 'ready', kind: 'perPeriod' });
    for (const borrower of await oneOfEach(ready)) {
      const borrowed = await borrow(cells, borrower);
      await complain(cells, borrowed);
      for (let repayment = 0; repayment < 4; repayment += 1) expect(await pay(cells, borrowed)).toBe(200);
      await reaches(cells, borrowed, 200);
      expect(cellOf(await signIn(cells, { phone: borrowed.phone }))).toBe(cellOf(borrowed));
    }
    figures.journeys = 'main job, complaint, payoff, sign-in: pass in each cell';
  }, 240_000);

  test('the books of a day are posted in each cell and go along with a move [T1956]', async () => {
    const [, there] = await oneOfEach(late);
    if (!there) throw new Error('no borrower');
    for (const [cell, { DATABASE_URL, DATABASE_OWNER_URL }] of cells.addresses.entries()) {
      const settings = { ...cells.settings, CELLS: '', DIRECTORY_URL: '', DATABASE_URL, DATABASE_OWNER_URL };
      for (const journals of ['some', 'no more']) {
        const ran = await runHiram(['books', 'run', '--brand', 'spec', '--json'], settings);
        expect(ran, `${cell} ${journals}: ${ran.output}`).toMatchObject({ code: 0 });
      }
    }
    const books = (cell: number) =>
      cells.rows(
        cell,
        `select coalesce((select sum(amount) from gl_line), 0)::int as sum, (select count(*) from gl_journal) > 0 as posted,
          (select count(*)::int from (select from every_gl_item where order_id = $1 group by component having sum(amount) <> 0) part) as parts`,
        [there.orderId],
      );
    const before = await books(movedCell);
    expect(before).toMatchObject([{ sum: 0, posted: true }]);
    const [order] = await inEvery<{ borrower_id: string }>(
      cells,
      'select borrower_id from loan_order where id = $1',
      [there.orderId],
    );
    await withCellsOf(cells, (owned) =>
      moveBorrower({
        app: cells.server.appContext,
        cells: owned,
        borrowerId: order?.borrower_id ?? '',
        to: 2,
      }),
    );
    expect(await books(movedCell)).toEqual([{ sum: 0, posted: true, parts: 0 }]);
    expect(await books(2)).toEqual(before);
    const { status } = await cells.send(loanDetails, { orderId: there.orderId }, there.context);
    expect(status).toBe(200);
    const check = await runHiram(['cells', 'check'], cells.settings);
    expect(check.output).toContain('1 moves, 0 disagreements');
    figures.books = 'a day posted in each cell, one loan moved with its balances: pass';
  }, 240_000);

  /** The helper names a product of cell 0; each cell has its own rows of the brand's products. */
  async function ofOwnProduct(borrower: DemoBorrower): Promise<DemoBorrower> {
    const [named] = await cells.rows<{ code: string }>(0, 'select code from product where id = $1', [
      borrower.productId,
    ]);
    const [product] = await cells.rows<{ id: string }>(
      cellOf(borrower),
      "select id from product where brand = 'spec' and code = $1",
      [named?.code],
    );
    return { ...borrower, productId: asId<'product'>(product?.id ?? '') };
  }
  const decided = async (borrower: DemoBorrower) => {
    const query = `select status, reasons from loan_order left join review on review.order_id = loan_order.id where loan_order.id = $1`;
    const [found] = await cells.until(
      () =>
        cells.rows<{ status: string; reasons: string[] | null }>(cellOf(borrower), query, [borrower.orderId]),
      ([row]) => row?.status !== 'applied' || row.reasons !== null,
    );
    return found?.reasons ?? [];
  };

  test('a person who applies in each cell with one document is found [T1724]', async () => {
    const idNumber = newDocument();
    for (const [index, borrower] of (await oneOfEach(() => signIn(cells))).entries()) {
      await certify(cells, borrower, { idNumber });
      const reasons = await decided(await applyFor(cells, await ofOwnProduct(borrower)));
      expect(reasons.includes('sharedDocument')).toBe(index > 0);
    }
    figures.duplicate = 'found';
  }, 240_000);

  test('an order page takes no longer in a cell than in the only one, on Citus four times at most [T1950]', async () => {
    const borrowers = await oneOfEach(late);
    const alone = await single.borrower({ state: '180', kind: 'single' });
    const taken = { cells: [] as number[], single: [] as number[] };
    const time = async (on: Hiram, { orderId, context }: DemoBorrower) => {
      const startedAt = performance.now();
      expect((await on.send(loanDetails, { orderId }, context)).status).toBe(200);
      return performance.now() - startedAt;
    };
    for (let round = 0; round < 600; round += 1) {
      const borrower = borrowers[round % borrowers.length];
      if (!borrower) continue;
      const [one, other] = [await time(cells, borrower), await time(single, alone)];
      if (round < 100) continue;
      taken.cells.push(one);
      taken.single.push(other);
    }
    const of = (share: number) => ({
      cells: quantile(taken.cells, share),
      single: quantile(taken.single, share),
    });
    const [medians, slow] = [of(0.5), of(0.99)];
    const ratio = (pair: typeof medians) => Number((pair.cells / pair.single).toFixed(3));
    figures.orderPage = {
      rounds: taken.cells.length,
      p50: { ...medians, ratio: ratio(medians) },
      p99: { ...slow, ratio: ratio(slow) },
    };
    // The mark is 1.1; medians in turns differ by less than that on a busy machine.
    expect(ratio(medians)).toBeLessThan(way.isCitus ? 4 : 1.25);
  }, 240_000);

  test.runIf(way.isCitus)('an order and its job commit in two phases [T1758]', async () => {
    const { cluster, database } = cells.places[0] ?? {};
    if (!cluster || !database) throw new Error('no cell');
    const client = new pg.Client(serverEndpoint(cluster, database));
    const sent: string[] = [];
    client.on('notice', ({ message }) => sent.push(message ?? ''));
    await client.connect();
    await client.query('set citus.log_remote_commands = on');
    await client.query('begin');
    await client.query('update payout set queried_at = now()');
    await client.query("insert into cell_0_jobs.job (name, data) values ('payout', '{}')");
    sent.length = 0;
    await client.query('commit');
    await client.end();
    expect(sent.filter((line) => /PREPARE TRANSACTION/.test(line))).toHaveLength(1);
    figures.orderAndJob = 'two phases';
  });

  test('a crash while borrowers ask for loans: the cell is back, and no order lost its job [T1763]', async ({
    skip,
  }) => {
    skip(cells.crashes.length === 0, 'a given cluster');
    const crashed = [];
    for (const crash of cells.crashes) {
      const waiting = () =>
        inEvery<{ id: string }>(cells, "select id from loan_order where status = 'applied'");
      const before = await waiting();
      const ready: DemoBorrower[] = [];
      for (let index = 0; index < 18; index += 1) ready.push(await cells.borrower({ state: 'ready' }));
      const asked = ready.map(async (borrower, index) => {
        await pause(index * 40);
        const { productId, context } = borrower;
        const { data: offer } = await cells.send(confirmDetail, { productId }, context);
        if (!offer) return { cell: cellOf(borrower), status: 503 };
        const input = {
          amount: offer.amount,
          periods: offer.periods,
          termUnit: 'day' as const,
          productId,
        };
        return { cell: cellOf(borrower), status: (await cells.send(loanPush, input, context)).status };
      });
      await pause(250);
      await crash();
      const crashedAt = performance.now();
      const failed = (await Promise.all(asked)).filter(({ status }) => status !== 200);
      await expect
        .poll(readiness, { timeout: 60_000, interval: 100 })
        .toMatchObject([200, { cells: { 0: 'well', 1: 'well', 2: 'well' } }]);
      crashed.push({
        asked: ready.length,
        failed: failed.length,
        failedInOtherCells: failed.filter(({ cell }) => cell !== movedCell).length,
        wellAgainAfterMs: Math.round(performance.now() - crashedAt),
      });
      await expect.poll(waiting, { timeout: 60_000, interval: 200 }).toEqual(before);
    }
    figures.crashes = crashed;
    // Where cell 1 has a PostgreSQL of its own, the first crash is of that one alone.
    if (cells.kill) expect(crashed[0]?.failedInOtherCells).toBe(0);
  }, 240_000);

  test('all of the console’s calls answer with the same status, whatever they are sent [T1759]', async () => {
    const compared = await compareStatuses(cells, single);
    figures.everyCall = compared;
    expect(compared.different).toEqual([]);
  }, 600_000);

  test('500 borrowers pay while some of them move: no payment is lost, none is there twice [T1720]', async () => {
    const borrowers: DemoBorrower[] = [];
    await inLanes(Array.from({ length: payers }), async () => void borrowers.push(await late()));
    const seen = await payWhileMoving(cells, borrowers);
    const counted = await paymentsOf(cells, borrowers);
    figures.payers = { ...seen, ...counted };
    expect(counted).toEqual({ payments: payers, loans: payers });
    expect(seen.whileBorrowersMove.moves).toBeGreaterThan(5);
    if (cells.moveSchema) expect(seen.whileCellMoves?.paidInIt).toBeGreaterThan(5);
    const check = await runHiram(['cells', 'check'], cells.settings);
    expect(check.output).toContain(', 0 disagreements');
    for (const cell of cellIds) await holds(cell);
    figures.trailAndLedger = 'hold in each cell';
  }, 1_800_000);

  test('a cell is killed while borrowers pay: others notice nothing, readiness and console name it [T1952]', async ({
    skip,
  }) => {
    if (!cells.kill) return skip('all cells share what is killed');
    // Cell 1 may have moved to where another one is.
    await cells.placeApart?.();
    const borrowers: DemoBorrower[] = [];
    for (let index = 0; index < 24; index += 1) borrowers.push(await late());
    const others = borrowers.filter((borrower) => cellOf(borrower) !== movedCell);
    const before = borrowers.slice(0, 12);
    for (const borrower of before) expect(await pay(cells, borrower)).toBe(200);
    const revive = await cells.kill();
    const seen: { isOther: boolean; ms: number; status: number }[] = [];
    for (let round = 0; round < 10; round += 1)
      for (const { orderId, context, ...rest } of borrowers) {
        const startedAt = performance.now();
        const { status } = await cells.send(loanDetails, { orderId }, context);
        const isOther = cellOf({ orderId, context, ...rest }) !== movedCell;
        seen.push({ isOther, ms: performance.now() - startedAt, status });
      }
    const statusesOf = (wanted: boolean) => [
      ...new Set(seen.flatMap(({ isOther, status }) => (isOther === wanted ? status : []))),
    ];
    expect(statusesOf(true)).toEqual([200]);
    expect(statusesOf(false)).toEqual([503]);
    for (const borrower of others.filter((each) => !before.includes(each)))
      expect(await pay(cells, borrower)).toBe(200);
    for (const borrower of others) await reaches(cells, borrower, 200);
    await expect
      .poll(readiness, { timeout: 60_000, interval: 500 })
      .toMatchObject([200, { cells: { 0: 'well', 1: 'away', 2: 'well' } }]);
    expect(await away()).toBe('1');
    for (const cell of cellIds.filter((each) => each !== movedCell)) await holds(cell);
    const slowestOfOthersMs = Math.round(Math.max(...seen.flatMap(({ isOther, ms }) => (isOther ? ms : []))));
    figures.cellKilled = { borrowers: borrowers.length, calls: seen.length, slowestOfOthersMs };
    if (!revive) {
      // New numbers then go to the others.
      const drained = await runHiram(['cells', 'drain', String(movedCell)], cells.settings);
      expect(drained, drained.output).toMatchObject({ code: 0 });
      for (let tries = 0; tries < 6; tries += 1) expect(cellOf(await signIn(cells))).not.toBe(movedCell);
      return;
    }
    await revive();
    const revivedAt = performance.now();
    for (const borrower of before) await reaches(cells, borrower, 200);
    await holds(movedCell);
    figures.cellRevived = { paymentsOfItThereAfterMs: Math.round(performance.now() - revivedAt) };
  }, 240_000);

  test('without the directory loans run on, a new number waits, a new application goes to a person [T1725]', async () => {
    const makers = [await late(), await late(), await late(), await late()];
    const living = makers.filter((borrower) => cellOf(borrower) !== movedCell);
    const applying = await signIn(cells);
    await certify(cells, applying);
    const ready = await ofOwnProduct(applying);
    await cells.killDirectory();
    for (const borrower of living) {
      expect(await pay(cells, borrower)).toBe(200);
      await reaches(cells, borrower, 200);
    }
    const [known] = living;
    expect(cellOf(await signIn(cells, { phone: known?.phone ?? '' }))).toBe(known && cellOf(known));
    const { status } = await cells.send(smsCode, { phone: newPhone() }, { deviceId: 'd' });
    expect(status).toBe(503);
    expect(await decided(await applyFor(cells, ready))).toContain('directorySilent');
    figures.directoryKilled = 'loans run on, new applications wait for a person';
  }, 240_000);
});
