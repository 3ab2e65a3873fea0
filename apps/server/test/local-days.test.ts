import { randomUUID } from 'node:crypto';
import { consents, deleteAccount, devices, profile, setConsent } from '@hiram/contract/account';
import { bindCardFromOrder } from '@hiram/contract/bank';
import type { Call } from '@hiram/contract/call';
import { certifyForm } from '@hiram/contract/certify';
import { problemDetail, problemInit, problemList } from '@hiram/contract/complaint';
import { confirmDetail } from '@hiram/contract/confirm';
import { homeIndex, productDetail } from '@hiram/contract/home';
import { storedContracts } from '@hiram/contract/info';
import { repaymentWay } from '@hiram/contract/legacy';
import { loanDetails, orderList, withdraw } from '@hiram/contract/order';
import { codeStatus, delayDetail, instalmentDetail, laterCost, payType } from '@hiram/contract/repay';
import { sandboxSms } from '@hiram/contract/sandbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { runLocalWork } from '../src/scheduler/scheduler.ts';
import { payByCode } from './support/borrowers/pay-by-code.ts';
import { richBorrower } from './support/borrowers/rich-borrower.ts';
import { borrowerIdOfPhone } from './support/database/rows.ts';
import { sendAny } from './support/inputs/any-call.ts';
import { tryAll } from './support/inputs/property-runs.ts';
import { type DemoBorrower, type Hiram, startHiram } from './support/processes/running-server.ts';

/** The machine's clock, which each journey sets. */
let now = new Date();
let hiram: Hiram;
beforeAll(async () => {
  vi.stubEnv('TZ', 'UTC');
  hiram = await startHiram(inject('cluster'), { BRAND: 'ph,in,id' }, { now: () => now });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await hiram.stop();
});

const markets = {
  ph: { offset: '+08:00', wallet: { walletCode: 'GXCHPHM2', walletNumber: '09171234567' } },
  in: { offset: '+05:30', wallet: { walletCode: 'AIRP', walletNumber: '9876543210' } },
  id: { offset: '+07:00', wallet: { walletCode: 'GOPAY', walletNumber: '081234567890' } },
};
type Brand = keyof typeof markets;
const day = '2026-03-11';

/** Every day in a text: `2026-03-11`, `11 Mar 2026`, `Marso 11, 2026`. A moment of the wire is none. */
const daysIn = (text: string): string[] =>
  text.match(/\d{4}-\d{2}-\d{2}(?![T\d])|\d{1,2} \p{L}{3,9} \d{4}|\p{L}{3,9} \d{1,2}, \d{4}/gu) ?? [];

/** The days that a borrower's pages, contracts and texts show, by where. */
async function shownDays(borrower: DemoBorrower, more: { problemId?: string; payCode?: string }) {
  const { orderId, productId, context } = borrower;
  const reads: readonly (readonly [Call, Record<string, unknown>])[] = [
    ...[consents, devices, profile, homeIndex, problemList].map((call) => [call, {}] as const),
    ...[certifyForm].flatMap((call) =>
      ['public', 'personal', 'job'].map((group) => [call, { group }] as const),
    ),
    [productDetail, { productId }],
    ...(orderId === ''
      ? [[confirmDetail, { productId }] as const]
      : ([
          [orderList, {}],
          ...[loanDetails, instalmentDetail, delayDetail, laterCost, payType, repaymentWay, problemInit].map(
            (call) => [call, { orderId }] as const,
          ),
        ] as const)),
    ...(more.problemId ? [[problemDetail, { problemId: more.problemId }] as const] : []),
    ...(more.payCode ? [[codeStatus, { payCode: more.payCode }] as const] : []),
  ];
  const shown: Record<string, readonly string[]> = {};
  for (const [call, input] of reads) {
    const answer = await sendAny(hiram, call, input, { context });
    const where = `${call.name} ${String(input.group ?? '')}`;
    shown[where] = [...daysIn(JSON.stringify(answer.data)), ...daysIn(answer.message)];
  }
  if (orderId !== '') {
    const { list } = (await hiram.send(storedContracts, { orderId }, context)).data;
    for (const { title, viewUrl } of list)
      shown[`contract ${title}`] = daysIn(await (await fetch(new URL(viewUrl, hiram.origin))).text());
  }
  return shown;
}

/** The days in a borrower's texts. */
async function textedDays({ phone, context }: DemoBorrower): Promise<readonly string[]> {
  const { messages } = (await hiram.send(sandboxSms, { phone }, context)).data;
  return messages.map(({ text }) => daysIn(text).join(', ')).sort();
}

/** The days that are stored of a borrower, by column, but what the scheduler computes anew whenever it runs. */
async function storedDays(borrower: DemoBorrower) {
  const { db } = hiram.server.appContext;
  const borrowerId = await borrowerIdOfPhone(db, borrower.phone);
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.relname as "table", d.attname as "column" from pg_attribute d
    join pg_class c on c.oid = d.attrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute b on b.attrelid = c.oid and b.attname = 'borrower_id'
    where d.atttypid = 'date'::regtype and n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and not d.attisdropped and c.relname <> 'late_figure' order by 1, 2`.execute(hiram.owner);
  expect(columns.length).toBeGreaterThan(15);
  const stored: Record<string, readonly string[]> = {};
  for (const { table, column } of columns) {
    const { rows } = await sql<{ on: string }>`select ${sql.ref(column)}::text as on from ${sql.table(table)}
      where borrower_id = ${borrowerId} and ${sql.ref(column)} is not null order by 1`.execute(hiram.owner);
    stored[`${table}.${column}`] = rows.map((row) => row.on);
  }
  return stored;
}

/** The journeys of borrowers of every kind at one moment: the days that they see afterwards, and that are stored. */
async function journeys(brand: Brand, time: string) {
  now = new Date(`${day}T${time}:00${markets[brand].offset}`);
  const late = await richBorrower(hiram, brand);
  await hiram.send(setConsent, { kind: 'marketing', given: 1 }, late.context);

  const paidOut = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } }, brand);
  const card = { cardType: 2, ...markets[brand].wallet, holderName: 'Maria Santos' };
  const bound = await hiram.send(bindCardFromOrder, card, paidOut.context, { key: randomUUID() });
  expect(bound.success, bound.message).toBe(true);
  expect((await hiram.send(withdraw, { orderId: paidOut.orderId }, paidOut.context)).success).toBe(true);
  await hiram.until(
    () => hiram.send(loanDetails, { orderId: paidOut.orderId }, paidOut.context),
    ({ data }) => data.orderStatus === 170,
  );

  const paying = await hiram.borrower({ state: '174', with: { needValid: 0 } }, brand);
  const { code } = await payByCode(hiram, paying);

  const leaving = await hiram.borrower({ state: 'ready' }, brand);
  expect((await hiram.send(deleteAccount, {}, leaving.context)).success).toBe(true);
  // The scheduler queues reminders. Left to itself it may or may not run while a journey lasts.
  await runLocalWork(hiram.server.appContext);
  const borrowers = [
    ['late', late, { problemId: late.problemId, payCode: late.payCode }],
    ['paid out', paidOut, {}],
    ['paying', paying, { payCode: code }],
    ['leaving', leaving, {}],
  ] as const;
  const found: Record<string, unknown> = {};
  for (const [who, borrower, more] of borrowers)
    found[who] = { shown: await shownDays(borrower, more), stored: await storedDays(borrower) };

  // What is queued in the night is sent by day: first what is due of it, then the texts.
  now = new Date(`${day}T12:00:00${markets[brand].offset}`);
  await hiram.until(
    async () =>
      (
        await sql<{
          n: string;
        }>`select (select count(*) from notice where state = 'queued' and send_after <= ${now})
          + (select count(*) from sms where state = 'queued') as n`.execute(hiram.owner)
      ).rows[0]?.n,
    (waiting) => Number(waiting) === 0,
  );
  for (const [who, borrower] of borrowers) found[`texts to ${who}`] = await textedDays(borrower);
  return found;
}

/**
 * At 07:30 the UTC day is another one in Manila alone: `npm run verify` tries it, and the markets beside the
 * one of half an hour.
 */
const mornings = tryAll ? ['00:30', '07:30'] : ['00:30'];

/** From east to west, so that the clock never goes back behind a noon at which messages were sent. */
const tried: readonly Brand[] = tryAll ? ['ph', 'id', 'in'] : ['in'];

test.each(tried)(
  'in %s every day that is shown or stored in the early morning is that of noon [T867]',
  async (brand) => {
    const noon = await journeys(brand, '12:00');
    expect(JSON.stringify(noon)).toContain(day);
    for (const time of mornings) expect(await journeys(brand, time)).toEqual(noon);
  },
);
