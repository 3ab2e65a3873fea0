import { randomUUID } from 'node:crypto';
import { contactSave } from '@hiram/contract/device';
import { loanDetails } from '@hiram/contract/order';
import { saveEvent } from '@hiram/contract/tracking';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { maxKeyedCalls } from '../src/api/key-usage.ts';
import { maxTapsADay, maxTapsOfAddressADay } from '../src/features/tracking/save-tap.ts';
import { borrowerIdOfPhone } from './support/database/rows.ts';
import type { DemoBorrower } from './support/processes/running-server.ts';
import { setUpHiram } from './support/processes/set-up.ts';

const hiram = setUpHiram();

const db = () => hiram.server.appContext.db;

/** A borrower on a device that no other borrower uses. */
async function newBorrower(): Promise<DemoBorrower> {
  const borrower = await hiram.borrower({ state: '180' });
  return { ...borrower, context: { ...borrower.context, deviceId: randomUUID() } };
}

/** Sets the counts of one kind to this many uses, as after a day of calls. */
const uses = (kind: string, times: number) =>
  sql`update usage_count set times = ${times} where kind = ${kind}`.execute(hiram.owner);

const rowsOf = async (table: 'tracking_event' | 'refused_link' | 'idempotency', borrower: DemoBorrower) => {
  const { all } = await db()
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .where('borrower_id', '=', await borrowerIdOfPhone(db(), borrower.phone))
    .executeTakeFirstOrThrow();
  return Number(all);
};
const atOnce = <T>(times: number, ask: () => Promise<T>) => Promise.all(Array.from({ length: times }, ask));

test('ORD-17 tracking events have a daily cap for a borrower, a device and an address', async () => {
  const kinds = [
    ['tap borrower', maxTapsADay],
    ['tap device', maxTapsADay],
    ['tap address', maxTapsOfAddressADay],
  ] as const;
  for (const [kind, max] of kinds) {
    const borrower = await newBorrower();
    const tap = () =>
      hiram.send(saveEvent, { productId: borrower.productId, moduleId: 30, positionId: 0 }, borrower.context);
    expect((await tap()).success).toBe(true);
    await uses(kind, max - 2);
    const answers = await atOnce(6, tap);
    expect(answers.map((answer) => answer.success)).toEqual(Array(6).fill(true));
    expect([kind, await rowsOf('tracking_event', borrower)]).toEqual([kind, 3]);
    await uses(kind, 0);
  }
});

test('a rejected link is recorded a few times a day and stays rejected', async () => {
  const borrower = await newBorrower();
  await sql`update loan_order set served_at = 'https://elsewhere.example/pay' where id = ${borrower.orderId}`.execute(
    hiram.owner,
  );
  const open = () => hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context);
  for (let batch = 0; batch < 4; batch += 1) {
    const answers = await atOnce(8, open);
    expect(answers.map((answer) => [answer.success, answer.data.playeduL])).toEqual(
      Array(8).fill([true, '']),
    );
  }
  expect(await rowsOf('refused_link', borrower)).toBe(20);
});

test('idempotency keys have a daily cap for a borrower and an address, and calls without one go on', async () => {
  for (const [kind, max] of [
    ['key borrower', maxKeyedCalls.borrower],
    ['key address', maxKeyedCalls.address],
  ] as const) {
    const borrower = await newBorrower();
    let number = 13_800_138_000;
    const save = (key?: string) => {
      number += 1;
      const contact = { name: 'Ana Cruz', phone: String(number), relation: 'friend' };
      return hiram.send(contactSave, contact, borrower.context, key ? { key } : {});
    };
    expect((await save(randomUUID())).success).toBe(true);
    await uses(kind, max - 2);
    const answers = await atOnce(6, () => save(randomUUID()));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
    expect(answers.find((answer) => answer.status === 429)?.headers.get('retry-after')).toBe('3600');
    expect([kind, await rowsOf('idempotency', borrower)]).toEqual([kind, 3]);
    expect((await save()).status).toBe(200);
    await uses(kind, 0);
  }
});
