import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Hiram, startHiram } from './running-server.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

let hiram: Hiram;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'));
});
afterAll(() => hiram.stop());

const metrics = async () => (await fetch(`${hiram.origin}/metrics`)).text();
const own = (text: string) =>
  new Set(
    [...text.matchAll(/\bhiram_[a-z_]+/g)]
      .map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
      // Of the process itself, as every Node server has them; and the login's name.
      .filter((name) => !/^hiram_((process|nodejs)_|app$)/.test(name)),
  );

test('every metric of ours is explained and watched, and every one that is named exists', async () => {
  const there = own([...(await metrics()).matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name).join(' '));
  expect(there.size).toBeGreaterThan(10);
  expect([...own(read('docs/operations.md'))].sort()).toEqual([...there].sort());
  expect([...own(read('docs/alerts.yml'))].sort()).toEqual([...there].sort());
});

test('for every alert it is said what to do, and for none that is not there', () => {
  const alerts = [...read('docs/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  const said = new Set(
    [...read('docs/operations.md').matchAll(/`(Hiram[A-Z]\w+)`/g)].map(([, name = '']) => name),
  );
  expect(alerts.length).toBeGreaterThan(10);
  expect([...said].sort()).toEqual([...alerts].sort());
});

test('the figures are true: payouts without an end, payments held, jobs, and the day’s work', async () => {
  const before = await metrics();
  expect(before).toMatch(/^hiram_ledger_broken 0$/m);
  expect(before).toMatch(/^hiram_daily_run_age_seconds\{name="ledger check",brand="all"\} \d/m);
  expect(before).toMatch(/^hiram_payments_held 0$/m);
  const who = await hiram.borrower({ state: '151', with: { inside: 0 } });
  const { db } = hiram.server.house;
  const order = await db
    .selectFrom('loan_order')
    .select(['borrower_id', 'id'])
    .where('id', '=', who.orderId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('payment')
    .values({
      borrower_id: order.borrower_id,
      id: order.id,
      order_id: order.id,
      provider: 'sandbox',
      provider_payment_id: 'held',
      amount: 1,
      paid_on: '2026-01-01',
      confirmed_on: '2026-01-01',
      state: 'held',
      received_at: new Date(),
    })
    .execute();
  const after = await metrics();
  expect(after).toMatch(/^hiram_payouts_unsettled\{state="requested"\} 1$/m);
  expect(after).toMatch(/^hiram_payments_held 1$/m);
});
