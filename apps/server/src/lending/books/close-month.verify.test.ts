import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { addDays, addMonths, daysBetween, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { asOwner } from '../../../test/support/database/throwaway-cluster.ts';
import { type Send, sendTo } from '../../../test/support/inputs/send.ts';
import { childEnvironment } from '../../../test/support/processes/child-environment.ts';
import { end } from '../../../test/support/processes/end.ts';
import { settingsOf } from '../../../test/support/processes/run-hiram.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { tieLoans } from './tie-loans.ts';

const cluster = inject('cluster');
const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const hiram = setUpHiram({ LOG_LEVEL: 'error' });

/** Runs a program, at most until the test ends. */
function run(file: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['--conditions=source', file, ...words], {
    cwd: root,
    env: { ...childEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => end(child));
  return child;
}

/** Starts another server of the same database, as a process that can be killed. */
async function secondServer() {
  const child = run('apps/server/test/support/servers/serve-forever.ts', [cluster.socketDir, hiram.database]);
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /http:\/\/\S+/.exec(line)?.[0];
    if (origin) return { child, send: sendTo(origin) };
  }
  throw new Error('the second server did not start');
}

async function codeOf({ orderId, context }: DemoBorrower): Promise<string> {
  const { data } = await hiram.send(instalmentDetail, { orderId }, context);
  const asked = { orderId, amount: data.repayAmount, channelNumber: '10001' };
  expect(await hiram.send(payCode, asked, context)).toMatchObject({ success: true });
  const { rows } = await sql<{ code: string }>`
    select pay_code as code from payment_code where order_id = ${orderId}`.execute(hiram.operator);
  return rows[0]?.code ?? '';
}

test('a month closes whole or not at all beside payments on two servers, one of them killed [T1911]', async () => {
  const late: DemoBorrower[] = [];
  for (let count = 0; count < 12; count += 1) late.push(await hiram.borrower({ state: '180' }));
  const { appContext } = hiram.server;
  const today = await appContext.clock.today(hiram.operator, appContext.defaultBrand.timeZone);
  const month = today.slice(0, 7);
  const next = addMonths(localDate(`${month}-01`), 1);
  const lastDay = addDays(next, -1);
  await hiram.days(daysBetween(today, next) + 40);
  const codes = await Promise.all(late.map(codeOf));
  // As if the borrowers had them since the month that is closed.
  await sql`update payment_code set issued_on = ${lastDay}`.execute(hiram.owner);
  const second = await secondServer();
  const acknowledged: string[] = [];
  /** Pays a code on a day of the month that is closed. False: the server was killed before it answered. */
  const pay = async (send: Send, code: string): Promise<boolean> => {
    try {
      const { success, data } = await send(sandboxPay, { payCode: code, amount: 20_000, date: lastDay });
      if (success) acknowledged.push(data.paymentId);
      return success;
    } catch {
      return false;
    }
  };

  const close = () =>
    run(
      'apps/server/src/operations/main.ts',
      [
        'books',
        'close',
        '--brand',
        'spec',
        '--month',
        month,
        '--by',
        'Ana Cruz',
        '--second',
        'Ben Reyes',
        '--yes',
      ],
      settingsOf(cluster, hiram.database),
    );
  const cutOff: string[] = [];
  await asOwner(cluster, hiram.database, async (holder) => {
    // The closing has checked everything, and waits for the month.
    await holder.query('begin');
    await holder.query('select from gl_period where month = $1 for share', [month]);
    const closing = close();
    // Not by the holder, whose transaction sees the activity of its beginning.
    for (let waits = false; !waits; await pause(50)) {
      if (closing.exitCode !== null) throw new Error(`the closing ended with ${closing.exitCode}`);
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%move_gl_period_by_hand%'`.execute(hiram.operator);
      waits = rows.length > 0;
    }
    const paying = codes.slice(0, 8).map(async (code, index) => {
      const isDone = await pay(index % 2 === 0 ? hiram.send : second.send, code);
      if (!isDone) cutOff.push(code);
    });
    await Promise.race(paying);
    await Promise.all([end(second.child), end(closing)]);
    await Promise.all(paying);
    await holder.query('rollback');
  });
  // What the killed server did not answer, and what comes after it, goes to the other one.
  expect(cutOff.length).toBeGreaterThan(0);
  for (const code of [...cutOff, ...codes.slice(8, 10)]) expect(await pay(hiram.send, code)).toBe(true);
  const periodOf = async () => {
    const { rows } = await sql<{ state: string; isKept: boolean; closings: number }>`
      select state, digest is not distinct from case state when 'closed' then gl_digest(brand, month) end as "isKept",
        (select count(*) from gl_closing where gl_closing.month = gl_period.month) as closings
      from gl_period where month = ${month}`.execute(hiram.operator);
    return rows[0];
  };
  const whole = { state: 'closed', isKept: true, closings: 1 };
  expect([whole, { state: 'open', isKept: true, closings: 0 }]).toContainEqual(await periodOf());
  if ((await periodOf())?.state === 'open') {
    const [code] = await once(close(), 'exit');
    expect(code).toBe(0);
  }
  expect(await periodOf()).toEqual(whole);
  for (const code of codes.slice(10)) expect(await pay(hiram.send, code)).toBe(true);
  await hiram.days(1);

  expect(await periodOf()).toEqual(whole);
  const { rows: kept } = await sql<{ id: string; times: number }>`
    select provider_payment_id as id, count(*) as times from payment where state = 'posted' and paid_on = ${lastDay}
    group by 1 order by 1`.execute(hiram.operator);
  const known = kept.filter(({ id }) => acknowledged.includes(id));
  expect(known).toHaveLength(12);
  expect(known).toEqual(acknowledged.toSorted().map((id) => ({ id, times: 1 })));
  const { rows: posted } = await sql<{ payments: number; inMonth: number }>`
    select sum(item.amount)::bigint as payments, count(*) filter (where journal.posted_on <= ${lastDay}) as "inMonth"
    from gl_journal journal join gl_item item on item.journal_id = journal.id
    where journal.relates_to = ${lastDay} and item.component like 'cash:%'`.execute(hiram.operator);
  expect(posted).toEqual([{ payments: 20_000 * kept.length, inMonth: 0 }]);
  expect(await tieLoans(hiram.operator, 'spec')).toMatchObject({ differing: 0, pending: 0 });
});
