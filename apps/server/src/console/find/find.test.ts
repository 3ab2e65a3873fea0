import { type FindKind, findAnything, findable, type LookedAt } from '@hiram/contract/console/find';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type RichBorrower, richBorrower } from '../../../test/support/borrowers/rich-borrower.ts';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { receiptNumber } from '../../lending/payments/history/receipt-number.ts';
import { formsOf } from './forms.ts';
import { lookups } from './lookups.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
const support = setUpStaffMember(hiram, 'support', 'cashier', 'controller');
let borrower: RichBorrower;
beforeAll(async () => {
  await hiram.refuseUnnamed();
  borrower = await richBorrower(hiram, 'ph');
});

async function find(text: string, by: StaffMember = support, brand = 'ph') {
  const { data, status, code, field } = await by.browser.send(findAnything, { text }, { brand });
  return { status, code, field, found: data.found ?? [], lookedAt: data.lookedAt ?? [] };
}
const ofKind = async (text: string, kind: FindKind) =>
  (await find(text)).found.filter((row) => row.kind === kind);
const row = async (table: 'complaint' | 'payment_code' | 'borrower') =>
  hiram.owner.selectFrom(table).selectAll().executeTakeFirstOrThrow();
const brandsOf = () => [...hiram.server.appContext.brands.values()];

test('a mobile number is found in every form in which people write it', async () => {
  const { phone } = await hiram.owner
    .selectFrom('borrower')
    .select('phone')
    .where('id', '=', borrower.borrowerId)
    .executeTakeFirstOrThrow();
  const national = phone.slice(3);
  const spaced = national.replace(/(\d{3})(\d{3})(\d{4})/, '$1 $2-$3');
  const typed = [
    phone,
    `0${national}`,
    `0063${national}`,
    `63${national}`,
    ` +63 ${spaced} `,
    `(0${national.slice(0, 3)}) ${national.slice(3)}`,
    `\u200f${phone}\u200e`,
  ];
  for (const text of typed) {
    const rows = await ofKind(text, 'borrower');
    expect([text, rows.map(({ id, title }) => [id, title])]).toEqual([
      text,
      [[borrower.borrowerId, phone.slice(-4)]],
    ]);
  }
  const [byTail] = await ofKind(phone.slice(-4), 'borrower');
  expect(byTail).toMatchObject({ id: borrower.borrowerId, brand: 'ph', state: 'overdue' });
});

test('an order, a complaint, a code, a payment, a transfer and a payout are found by what names them', async () => {
  const { orderId, borrowerId } = borrower;
  const end = orderId.slice(-8);
  for (const text of [
    orderId,
    orderId.toUpperCase(),
    end,
    `${end.slice(0, 4)}-${end.slice(4)}`.toUpperCase(),
  ])
    expect([text, (await ofKind(text, 'order')).map(({ id }) => id)]).toEqual([text, [orderId]]);
  const { reference } = await hiram.owner.selectFrom('complaint').selectAll().executeTakeFirstOrThrow();
  for (const text of [reference, reference.toLowerCase(), reference.replace('-', ' ')])
    expect((await ofKind(text, 'complaint'))[0]).toMatchObject({ title: reference, borrowerId });
  expect((await ofKind(borrower.payCode, 'payCode'))[0]).toMatchObject({ orderId, title: borrower.payCode });
  const code = await hiram.owner
    .selectFrom('payment_code')
    .select(['id', 'provider_reference'])
    .where('pay_code', '=', borrower.payCode)
    .executeTakeFirstOrThrow();
  expect((await ofKind(code.id, 'payCode'))[0]).toMatchObject({ orderId });
  await sql`insert into payment (borrower_id, id, order_id, provider, provider_payment_id, amount, paid_on, confirmed_on, state, received_at)
    values (${borrowerId}, gen_random_uuid(), ${orderId}, 'xendit', 'pymt_A%_1', 100, '2026-11-01', '2026-11-01', 'held', now())`.execute(
    hiram.owner,
  );
  expect(await ofKind('pymt_A%_1', 'payment')).toMatchObject([{ orderId, state: 'held', amount: 100 }]);
  expect(await ofKind('pymt_AB_1', 'payment')).toEqual([]);
  const held = await hiram.owner
    .selectFrom('payment')
    .select('id')
    .where('provider_payment_id', '=', 'pymt_A%_1')
    .executeTakeFirstOrThrow();
  const receipt = receiptNumber(held.id);
  for (const text of [receipt, receipt.toLowerCase(), receipt.slice(2), receipt.replace(/-/g, '')])
    expect([text, (await ofKind(text, 'payment')).map(({ id }) => id)]).toEqual([text, [held.id]]);
  for (const isRival of [false, true])
    await sql`insert into utr_submission (borrower_id, id, brand, order_id, code_id, channel, utr, is_rival, amount, sent_on, sent_at)
      values (${borrowerId}, gen_random_uuid(), 'ph', ${orderId}, ${code.id}, '1', 'ABC123456789', ${isRival}, 100, '2026-11-01', now())`.execute(
      hiram.owner,
    );
  expect((await ofKind('abc 1234-56789', 'transfer')).map(({ title }) => title)).toEqual([
    'ABC123456789',
    'ABC123456789',
  ]);
  const payout = await hiram.owner.selectFrom('payout').selectAll().executeTakeFirstOrThrow();
  for (const text of [payout.id, receiptNumber(payout.id)])
    expect(await ofKind(text, 'payout')).toMatchObject([{ id: payout.id, state: payout.state }]);
  await hiram.owner
    .insertInto('provider_message')
    .values({
      provider: 'xendit',
      message_id: 'evt_unknown1',
      received_at: new Date(),
      body: '{}',
      outcome: 'unknown',
    })
    .execute();
  expect(await ofKind('evt_unknown1', 'message')).toMatchObject([{ state: 'unknown', detail: 'xendit' }]);
  expect((await ofKind('cashier and contr', 'staff'))[0]?.title).toBe(support.name);
});

test('another brand’s rows are not found, and without the right nothing is looked up', async () => {
  const { orderId } = borrower;
  expect((await find(orderId, support, 'spec')).found).toEqual([]);
  expect((await find(orderId, support, '*')).found).toMatchObject([{ kind: 'order', brand: 'ph' }]);
  const stranger = await staffMember(hiram, 'support spec');
  expect((await find(orderId, stranger, 'spec')).found).toEqual([]);
  expect(await find(orderId, stranger, 'ph')).toMatchObject({ status: 403, code: 'missingRight' });
  const marketer = await staffMember(hiram, 'marketer');
  const { found, lookedAt } = await find(borrower.phone.slice(-4), marketer);
  expect(found).toEqual([]);
  expect(lookedAt.map(({ state, right }) => [state, right])).toEqual(
    Object.values(findable).map(({ right }) => ['mayNot', right]),
  );
  expect(await readsOf(marketer)).toEqual([]);
  // A role in one brand and another in all: each kind is searched where its right holds.
  const mixed = await staffMember(hiram, 'marketer', 'support spec');
  const looked = (await find(orderId, mixed, '*')).lookedAt.find(({ kind }) => kind === 'order');
  expect(looked).toMatchObject({ state: 'searched', by: ['id'] });
  expect((await find(orderId, mixed, '*')).found).toEqual([]);
});

const readsOf = (member: StaffMember) =>
  hiram.owner
    .selectFrom('staff_read')
    .select(['field', 'reason', 'subject', 'subject_id', 'borrower_id'])
    .where('staff_id', '=', member.id)
    .orderBy('id')
    .execute();

test('a search by number is recorded without it and limited by the hour, also concurrently [T341]', async () => {
  const cashier = await staffMember(hiram, 'cashier');
  const { phone } = await hiram.owner
    .selectFrom('borrower')
    .select('phone')
    .where('id', '=', borrower.borrowerId)
    .executeTakeFirstOrThrow();
  await find(phone, cashier);
  await find('0917 000 0000', cashier);
  await find(borrower.orderId, cashier);
  const reads = await readsOf(cashier);
  // The name of whom was found is a reading of its own.
  expect(reads.filter(({ subject }) => subject === 'list')).toMatchObject([{ subject_id: 'find' }]);
  expect(reads.filter(({ subject }) => subject === 'search')).toEqual([
    {
      field: 'search by mobile number',
      reason: 'found 1',
      subject: 'search',
      subject_id: borrower.borrowerId,
      borrower_id: borrower.borrowerId,
    },
    {
      field: 'search by mobile number',
      reason: 'found 0',
      subject: 'search',
      subject_id: '',
      borrower_id: null,
    },
  ]);
  await sql`insert into staff_read (id, staff_id, subject, subject_id, field, reason, at)
    select gen_random_uuid(), ${cashier.id}, 'search', '', 'search by mobile number', 'found 0', ${new Date()}
    from generate_series(1, 197)`.execute(hiram.owner);
  const answers = await Promise.all(Array.from({ length: 3 }, () => find('1234', cashier)));
  expect(answers.map(({ code }) => code).sort()).toEqual(['done', 'tooManySearches', 'tooManySearches']);
  // Other searches go on.
  expect((await find(borrower.orderId, cashier)).found.length).toBe(1);
});

test('wildcards, blanks, scripts and long texts find nothing and are named by field', async () => {
  for (const text of [
    '%',
    '_',
    '%%%%',
    '____',
    "' or 1=1 --",
    '<script>',
    'שלום',
    '١٢٣٤',
    '𠮷𠮷',
    '0',
    '-1',
    '2^53',
    '1.234,56',
  ])
    expect([text, (await find(text)).found]).toEqual([text, []]);
  expect((await ofKind('a%', 'staff')).length).toBe(0);
  for (const text of ['', '   ', '\u200f', 'x'.repeat(500), 'a\0b', '\ud800'])
    expect(await find(text)).toMatchObject({ status: 400, code: 'badRequest', field: 'text' });
  expect((await find('x'.repeat(200))).status).toBe(200);
});

test('what was looked at is named for each kind', async () => {
  const { lookedAt } = await find('2291');
  const by = (kind: FindKind): LookedAt | undefined => lookedAt.find((looked) => looked.kind === kind);
  expect(by('borrower')).toMatchObject({ state: 'searched', by: ['lastFour'], hasMore: false });
  expect(by('payCode')).toMatchObject({ state: 'searched', by: ['payCode'] });
  expect(by('complaint')).toMatchObject({ state: 'notSuch', by: [] });
  expect(formsOf('7c1h-2291', brandsOf()).shortReference).toBeUndefined();
  expect(formsOf('7C1F-2291', brandsOf()).shortReference).toEqual(['7c1f2291']);
});

test('each lookup is answered by an index', async () => {
  const { id } = await row('borrower');
  const plans = await hiram.owner.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const all = Object.entries(lookups).flatMap(([kind, ways]) =>
      Object.entries(ways).map(([way, lookup]) => ({ name: `${kind} ${way}`, query: lookup([id], ['ph']) })),
    );
    const found: Record<string, string> = {};
    for (const { name, query } of all) {
      const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(trx);
      found[name] = rows.map((line) => line['QUERY PLAN']).join('\n');
    }
    return found;
  });
  const inSequence = Object.entries(plans).filter(
    ([name, plan]) => plan.includes('Seq Scan') && name !== 'staff name',
  );
  expect(inSequence).toEqual([]);
});
