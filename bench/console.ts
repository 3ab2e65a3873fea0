/**
 * `npm run bench -- console [--orders 1000000] [--samples 100] [--rounds 5] [--books FOLDER]`: the console's
 * calls in a book of that many orders beside one of ten thousand, and a borrower's call while fifty members
 * of staff work. `--books`: the folder in which `size` stored its large book.
 */
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loanDetails } from '@hiram/contract/order';
import { measuredCalls, type StaffMeasured } from './rig/console/calls.ts';
import { type StaffSession, signIn } from './rig/console/staff.ts';
import { ask, stopAll } from './rig/product.ts';
import { judge, storeResults } from './rig/results.ts';
import { type Opened, type OpenedBook, openBook, say } from './rig/size/book.ts';
import { figures } from './rig/size/measure.ts';
import { type BenchBorrower, benchBorrower, copiesOf } from './rig/size/people.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '1000000' },
    samples: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '5' },
    books: { type: 'string' },
  },
});
const [orders, samples, rounds] = [Number(values.orders), Number(values.samples), Number(values.rounds)];
const root = fileURLToPath(new URL('..', import.meta.url));
const brand = 'spec';
/** The maximum ratio of the large book's 99th percentile to the small book's, for lists. */
const maxGrowth = 1.5;
const staffAtWork = 50;
/** A member of staff opens something this often. */
const staffPauseMs = 2_000;
/** The maximum ratio of a borrower's 99th percentile beside the staff to the one without them. */
const maxRatioBesideStaff = 1.1;

/** A random borrower of the book whose loan is overdue. */
function pick({ book }: OpenedBook): BenchBorrower {
  const kind = book.kinds.find(({ template }) => template.name === '180');
  if (!kind) throw new Error('the book has no overdue borrower');
  return benchBorrower(kind, Math.floor(Math.random() * copiesOf(kind, book.orders)));
}

async function timeOf(
  opened: OpenedBook,
  session: StaffSession,
  { call, input }: StaffMeasured,
): Promise<number> {
  const borrower = pick(opened);
  const { rows } = await opened.owner.query<{ borrower_id: string; phone: string }>(
    'select borrower_id, phone from loan_order join borrower on borrower.id = borrower_id where loan_order.id = $1',
    [borrower.orderId],
  );
  const [{ borrower_id: borrowerId, phone } = { borrower_id: '', phone: '' }] = rows;
  const request = input({ ...borrower, borrowerId, phone });
  const started = performance.now();
  await session.send(call, request);
  return performance.now() - started;
}

/** One round of one call: the milliseconds of each answer of both books, which take turns. */
async function measure(small: OpenedBook, large: OpenedBook, measured: StaffMeasured) {
  const times = { small: [] as number[], large: [] as number[] };
  const sessions = {
    small: await signIn(small.book.product, measured.role, brand, '10.200.1'),
    large: await signIn(large.book.product, measured.role, brand, '10.200.2'),
  };
  for (let warmUp = 0; warmUp < 5; warmUp += 1) {
    await timeOf(small, sessions.small, measured);
    await timeOf(large, sessions.large, measured);
  }
  for (let done = 0; done < samples; done += 1) {
    times.small.push(await timeOf(small, sessions.small, measured));
    times.large.push(await timeOf(large, sessions.large, measured));
  }
  return times;
}

/** The milliseconds of a borrower's order page call, `samples` times, one after the other. */
async function borrowerTimes(opened: OpenedBook): Promise<number[]> {
  const times: number[] = [];
  for (let done = 0; done < samples; done += 1) {
    const { context, phoneAddress, orderId } = pick(opened);
    const started = performance.now();
    await ask(
      opened.book.product.origin,
      loanDetails,
      { orderId },
      {
        context: { ...context, sessionId: context.sessionId ?? '' },
        headers: { 'x-forwarded-for': phoneAddress },
      },
    );
    times.push(performance.now() - started);
    await pause(10);
  }
  return times;
}

/** Fifty members of staff, each of whom sends one of the measured calls every two seconds until `stop` is called. */
async function startStaff(opened: OpenedBook): Promise<() => Promise<void>> {
  const over = new AbortController();
  const people = await Promise.all(
    Array.from({ length: staffAtWork }, async (_, no) => {
      const measured = measuredCalls[no % measuredCalls.length];
      if (!measured) throw new Error('no call is measured');
      const session = await signIn(opened.book.product, measured.role, brand, `10.201.${no}`);
      return { measured, session };
    }),
  );
  const work = people.map(async ({ measured, session }) => {
    await pause(Math.random() * staffPauseMs);
    while (!over.signal.aborted) {
      await timeOf(opened, session, measured);
      await pause(staffPauseMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  });
  return async () => {
    over.abort();
    await Promise.all(work);
  };
}

const opened: Opened = { owners: [], databases: [], folders: [] };
try {
  const small = await openBook('small', { orders: 10_000, events: 0 }, opened);
  const existing = values.books && resolve(root, values.books, 'large');
  const large = await openBook('large', { orders, events: 0 }, opened, existing);
  const taken = new Map<string, { small: number[]; large: number[] }>();
  const borrowers = { alone: [] as number[], besideStaff: [] as number[] };
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    for (const measured of measuredCalls) {
      const times = await measure(small, large, measured);
      const before = taken.get(measured.name) ?? { small: [], large: [] };
      taken.set(measured.name, {
        small: [...before.small, ...times.small],
        large: [...before.large, ...times.large],
      });
    }
    borrowers.alone.push(...(await borrowerTimes(large)));
    const stop = await startStaff(large);
    borrowers.besideStaff.push(...(await borrowerTimes(large)));
    await stop();
  }
  const calls = Object.fromEntries(
    measuredCalls.map(({ name, maxMs, isList }) => {
      const { small: few = [], large: many = [] } = taken.get(name) ?? {};
      const result = { small: figures(few), large: figures(many) };
      judge(`${name} p99 in ms`, result.large.p99, { atMost: maxMs });
      if (isList)
        judge(`${name} p99 against 10,000 orders`, result.large.p99 / result.small.p99, {
          atMost: maxGrowth,
        });
      return [name, result];
    }),
  );
  const besideStaff = { alone: figures(borrowers.alone), besideStaff: figures(borrowers.besideStaff) };
  const ratio = besideStaff.besideStaff.p99 / besideStaff.alone.p99;
  judge('loanDetails p99 beside fifty members of staff', ratio, { atMost: maxRatioBesideStaff });
  storeResults('console', {
    orders: { small: 10_000, large: orders },
    samples,
    rounds,
    calls,
    borrower: besideStaff,
  });
} finally {
  for (const owner of opened.owners) await owner.end();
  await stopAll();
  for (const database of opened.databases) await database.stop(true);
  for (const folder of opened.folders) folder.remove();
}
