import { randomUUID } from 'node:crypto';
import {
  addLoan,
  calculateEmi,
  calculatorLimits,
  deleteLoan,
  exchangeRate,
  listLoans,
  loanInfo,
} from '@hiram/contract/calculator';
import { asId } from '@hiram/contract/ids';
import { namesOf } from '@hiram/contract/mask';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DemoBorrower, everyBrand } from '../../../test/support/processes/running-server.ts';
import { setUpBorrower, setUpHiram } from '../../../test/support/processes/set-up.ts';
import { convert, currencyName, exchangeRates, rateOf } from './exchange.ts';

const hiram = setUpHiram(everyBrand);
const borrower = setUpBorrower(hiram, { state: 'new' });

const car = { name: 'Tricycle', principal: 12_000_000, rate: 180_000, tenure: 24, startDate: '2026-01-31' };
const emi = (input: Record<string, unknown>) => hiram.send(calculateEmi, input, borrower.context);
const save = (input: Record<string, unknown>, owner = borrower, key = randomUUID()) =>
  hiram.send(addLoan, { ...car, ...input }, owner.context, { key });
const listOf = async (owner: DemoBorrower) => (await hiram.send(listLoans, {}, owner.context)).data;

test('KEY-08 KEY-11 EMI: payment, interest and a schedule whose principal parts sum to the loan', async () => {
  const { data } = await emi({ principal: 12_000_000, rate: 180_000, tenure: 24 });
  expect(data).toMatchObject({ emi: 599_089, principal: 12_000_000, tenure: 24 });
  expect(data.repay_plans).toHaveLength(24);
  expect(data.repay_plans[0]).toEqual({
    periodNo: 1,
    amount: 599_089,
    principal: 419_089,
    interest: 180_000,
    balance: 11_580_911,
  });
  expect(data.repay_plans.reduce((sum, row) => sum + row.principal, 0)).toBe(12_000_000);
  expect(data.repay_plans.reduce((sum, row) => sum + row.amount, 0)).toBe(data.totalPayment);
  for (const name of ['principal', 'tenure', 'repay_plans', 'periodNo', 'dueTime'])
    expect([name, typeof hiram.server.appContext.mask.table[name]]).toEqual([name, 'string']);
  expect([...namesOf(calculateEmi)]).toEqual(expect.arrayContaining(['principal', 'tenure', 'repay_plans']));
});

test('KEY-08 input within the limits is answered in full or rejected with a message, never with a fault', async () => {
  const figures = fc.record({
    principal: fc.integer({ min: calculatorLimits.principalMin, max: calculatorLimits.principalMax }),
    rate: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: calculatorLimits.rateMax })),
    tenure: fc.oneof(fc.constantFrom(1, 360), fc.integer({ min: 1, max: calculatorLimits.tenureMax })),
  });
  await fc.assert(
    fc.asyncProperty(figures, async (input) => {
      const { success, code, data, field } = await emi(input);
      if (!success) {
        expect([code, field]).toEqual(['70104', 'tenure']);
        return;
      }
      expect(data.repay_plans).toHaveLength(input.tenure);
      expect(data.repay_plans.reduce((sum, row) => sum + row.principal, 0)).toBe(input.principal);
      expect(data.totalPayment - data.totalInterest).toBe(input.principal);
    }),
    { numRuns: 60 },
  );
});

test('KEY-08 figures outside the limits are rejected at their field', async () => {
  for (const [input, code, field, words] of [
    [{ principal: 9_999, rate: 0, tenure: 1 }, '70101', 'principal', '₱100,00 to ₱100.000.000,00'],
    [{ principal: 10_000_000_001, rate: 0, tenure: 1 }, '70101', 'principal', '₱100,00'],
    [{ principal: 10_000, rate: 10_000_001, tenure: 1 }, '70102', 'rate', '0% to 1000%'],
    [{ principal: 10_000, rate: 0, tenure: 0 }, '70103', 'tenure', '1 to 360 months'],
    [{ principal: 10_000, rate: 0, tenure: 361 }, '70103', 'tenure', '1 to 360 months'],
    [{ principal: 100_000, rate: 10_000_000, tenure: 360 }, '70104', 'tenure', 'fewer months'],
  ] as const) {
    const answer = await emi(input);
    expect(answer).toMatchObject({ status: 200, success: false, code, field });
    expect(answer.message).toContain(words);
  }
  expect(await emi({ principal: -1, rate: 0, tenure: 1 })).toMatchObject({ status: 400, field: 'principal' });
  expect(await emi({ principal: 10_000, rate: 1.5, tenure: 1 })).toMatchObject({
    status: 400,
    field: 'rate',
  });
});

test('KEY-08 an exchange answer has the rates’ day, origin and age', async () => {
  const ask = (input: Record<string, unknown>) => hiram.send(exchangeRate, input, borrower.context);
  const { data } = await ask({});
  expect(data).toMatchObject({
    from: 'USD',
    to: 'PHP',
    amount: 10_000,
    converted: 582_500,
    ratePpm: 58_250_000,
    per: 1,
    asOf: exchangeRates.asOf,
    origin: exchangeRates.origin.en,
  });
  expect(data.currencies.length).toBeGreaterThan(10);
  const later = await hiram.days(3);
  expect((await ask({})).data.ageDays).toBe(
    Math.max(0, (Date.parse(later) - Date.parse(exchangeRates.asOf)) / 86_400_000),
  );
  expect((await ask({ from: 'JPY', to: 'PHP', amount: 1_000 })).data).toMatchObject({ converted: 38_140 });
  expect((await ask({ from: 'PHP', to: 'JPY', amount: 38_140 })).data).toMatchObject({ converted: 1_000 });
  expect((await ask({ from: 'IDR', to: 'USD', amount: 100 })).data).toMatchObject({ per: 1_000 });
  expect(await ask({ from: 'XXX' })).toMatchObject({ status: 200, code: '70301', field: 'from' });
  expect(await ask({ to: 'XXX' })).toMatchObject({ code: '70301', field: 'to' });
  expect(await ask({ amount: 100_000_000_001 })).toMatchObject({ code: '70302', field: 'amount' });
});

test('KEY-08 currencies and the rates’ origin are in the brand’s language', async () => {
  const dollar = rateOf('USD');
  if (!dollar) throw new Error('there is no rate of the dollar');
  expect(currencyName(dollar, 'en')).toBe('US dollar');
  expect(currencyName(dollar, 'id')).toBe('Dolar Amerika Serikat');
  const { context } = await hiram.borrower({ state: 'new' }, 'ph');
  const { data } = await hiram.send(exchangeRate, {}, { ...context, lang: 'fil' });
  expect(data.origin).toBe(exchangeRates.origin.fil);
  expect(data.currencies).toContainEqual({ currency: 'PHP', name: 'Piso ng Pilipinas', decimals: 2 });
});

test('KEY-08 converting there and back loses less than half of the smaller unit', () => {
  const currency = fc.constantFrom(...exchangeRates.rates);
  fc.assert(
    fc.property(currency, currency, fc.integer({ min: 0, max: 100_000_000_000 }), (from, to, amount) => {
      const converted = convert(amount, from, to);
      expect(Number.isSafeInteger(converted)).toBe(true);
      const unit = (item: typeof from) => item.ppm / item.per / 10 ** item.decimals;
      const tolerance = (0.5 * unit(to)) / unit(from) + 0.5 + amount * 1e-9;
      expect(Math.abs(convert(converted, to, from) - amount)).toBeLessThanOrEqual(tolerance);
      expect(convert(amount, from, from)).toBe(amount);
    }),
  );
  expect(rateOf('php')).toBeUndefined();
});

test('KEY-08 a loan is saved, listed with its next payment, opened and deleted', async () => {
  const newBorrower = await hiram.borrower({ state: 'new' });
  const { data } = await save({ name: '  Tricycle\u0007 ' }, newBorrower);
  const today = (await hiram.days(0)) as string;
  const { list, limit } = await listOf(newBorrower);
  expect(limit).toBe(50);
  expect(list).toHaveLength(1);
  const stored = list[0];
  expect(stored).toMatchObject({ ...car, loanId: data.loanId, emi: 599_089 });
  expect((stored?.dueTime ?? '') >= today).toBe(true);
  const info = await hiram.send(loanInfo, { loanId: data.loanId }, newBorrower.context);
  expect(info.data).toMatchObject({ name: 'Tricycle', emi: 599_089, periodNo: stored?.periodNo });
  expect(info.data.repay_plans.slice(0, 3).map((row) => row.dueTime)).toEqual([
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
  ]);
  const next = info.data.repay_plans.find((row) => (row.dueTime ?? '') >= today);
  expect([stored?.periodNo, stored?.dueTime]).toEqual([next?.periodNo, next?.dueTime]);
  expect(await hiram.send(deleteLoan, { loanId: data.loanId }, newBorrower.context)).toMatchObject({
    success: true,
  });
  expect((await listOf(newBorrower)).list).toEqual([]);
  const finished = await save({ startDate: '2001-05-05', tenure: 12 }, newBorrower);
  const [past] = (await listOf(newBorrower)).list;
  expect([past?.loanId, past?.dueTime]).toEqual([finished.data.loanId, undefined]);
});

test('KEY-08 the next payment is the first one whose day has not passed, for any length of month', async () => {
  const { savedLoanOf } = await import('./saved-loans.ts');
  const { addDays, addMonths, localDate } = await import('@hiram/loan');
  const day = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays(localDate('2019-01-01'), days));
  fc.assert(
    fc.property(day, day, fc.integer({ min: 1, max: 100 }), (start, today, tenure) => {
      const row = { ...car, borrower_id: asId(''), id: asId(''), place: 1, emi: 1, created_at: new Date(0) };
      const found = savedLoanOf({ ...row, tenure, start_date: start }, today).periodNo;
      let wanted: number | undefined;
      for (let no = tenure; no >= 1; no -= 1) if (addMonths(start, no) >= today) wanted = no;
      expect(found).toBe(wanted);
    }),
  );
});

test('KEY-08 a double tap saves one loan, and a repeated deletion gets the same answer', async () => {
  const newBorrower = await hiram.borrower({ state: 'new' });
  const key = randomUUID();
  const answers = await Promise.all([
    save({}, newBorrower, key),
    save({}, newBorrower, key),
    save({}, newBorrower, key),
  ]);
  expect(new Set(answers.map((answer) => answer.data.loanId)).size).toBe(1);
  expect((await listOf(newBorrower)).list).toHaveLength(1);
  const loanId = answers[0]?.data.loanId ?? '';
  const remove = () => hiram.send(deleteLoan, { loanId }, newBorrower.context, { key });
  expect(await remove()).toMatchObject({ success: true });
  expect(await remove()).toMatchObject({ success: true });
  expect(await hiram.send(deleteLoan, { loanId }, newBorrower.context)).toMatchObject({
    status: 404,
    code: '40400',
  });
});

test('KEY-08 another borrower’s saved loan is answered as unknown, and stays unchanged [T160]', async () => {
  const [owner, other] = await Promise.all([
    hiram.borrower({ state: 'new' }),
    hiram.borrower({ state: 'new' }),
  ]);
  const { data } = await save({}, owner);
  const unknownId = randomUUID();
  for (const call of [loanInfo, deleteLoan]) {
    const strip = ({ headers: _, ...answer }: Awaited<ReturnType<typeof hiram.send>>) => answer;
    const foreign = strip(await hiram.send(call, { loanId: data.loanId }, other.context));
    expect(foreign).toMatchObject({ status: 404, code: '40400' });
    expect(foreign).toEqual(strip(await hiram.send(call, { loanId: unknownId }, other.context)));
    expect(foreign).toEqual(strip(await hiram.send(call, { loanId: 'x' }, other.context)));
  }
  expect((await listOf(other)).list).toEqual([]);
  expect((await listOf(owner)).list).toHaveLength(1);
});

test('KEY-08 invalid input is rejected at its field, and nothing is saved', async () => {
  const newBorrower = await hiram.borrower({ state: 'new' });
  for (const [input, code, field] of [
    [{ name: '\u0007 ' }, '70201', 'name'],
    [{ name: '🛺'.repeat(41) }, '70202', 'name'],
    [{ startDate: '2026-02-30' }, '70203', 'startDate'],
    [{ startDate: '' }, '70203', 'startDate'],
    [{ startDate: '1989-12-31' }, '70203', 'startDate'],
    [{ tenure: 0 }, '70103', 'tenure'],
  ] as const)
    expect(await save(input, newBorrower)).toMatchObject({ status: 200, success: false, code, field });
  expect((await listOf(newBorrower)).list).toEqual([]);
  expect(await save({ name: '🛺'.repeat(40) }, newBorrower)).toMatchObject({ success: true });
});

test('KEY-08 a borrower saves at most fifty loans, also by parallel requests, and by the database', async () => {
  const newBorrower = await hiram.borrower({ state: 'new' });
  const answers = await Promise.all(Array.from({ length: 55 }, () => save({}, newBorrower)));
  expect(answers.filter((answer) => answer.success)).toHaveLength(50);
  for (const refused of answers.filter((answer) => !answer.success)) {
    expect(refused).toMatchObject({ status: 200, code: '70204' });
    expect(refused.message).toContain('50 loans');
  }
  const { list } = await listOf(newBorrower);
  expect(list).toHaveLength(50);
  await hiram.send(deleteLoan, { loanId: list[7]?.loanId ?? '' }, newBorrower.context);
  expect(await save({ name: 'In its place' }, newBorrower)).toMatchObject({ success: true });
  const { db } = hiram.server.appContext;
  const row = await db
    .selectFrom('saved_loan')
    .selectAll()
    .where('id', '=', asId(list[0]?.loanId ?? ''))
    .executeTakeFirstOrThrow();
  const insert = (change: object) =>
    db
      .insertInto('saved_loan')
      .values({ ...row, id: asId(randomUUID()), ...change })
      .execute();
  await expect(insert({ place: 51 })).rejects.toThrow(/saved_loan_place_check/);
  await expect(insert({})).rejects.toThrow(/saved_loan_borrower_id_place_key/);
});
