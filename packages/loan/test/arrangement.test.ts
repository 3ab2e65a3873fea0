import { expect, test } from 'vitest';
import { addDays, type LoanEvent, position, quoteArrangement, quoteExtension } from '../src/index.ts';
import { day, disbursed, fourByThirty, history, paid, peso } from './example.ts';

type Arranged = Extract<LoanEvent, { kind: 'arranged' }>;

/** ₱13,432.53 owed on 2 May for two overdue instalments and the charges, in parts of these dates and pesos. */
const arranged = (...parts: [string, number][]): Omit<Arranged, 'id' | 'seq'> => ({
  kind: 'arranged',
  valueDate: day('2026-05-02'),
  instalments: [1, 2],
  amount: peso(13_432.53),
  parts: parts.map(([date, pesos]) => ({ date: day(date), amount: peso(pesos) })),
});
const lent = disbursed('2026-03-02');
const halves = arranged(['2026-05-02', 6_716.27], ['2026-05-17', 6_716.26]);
const at = (events: LoanEvent[], date: string) => position(fourByThirty, events, day(date));

test('an arrangement that is kept for 60 days costs exactly what was owed when it was made [T1240]', () => {
  const events = history(
    lent,
    arranged(['2026-05-02', 5_000], ['2026-06-01', 5_000], ['2026-07-01', 3_432.53]),
    paid('2026-05-02', 5_000),
    paid('2026-05-31', 3_463.1),
    paid('2026-06-01', 5_000),
    paid('2026-06-30', 3_463.08),
    paid('2026-07-01', 3_432.53),
  );
  expect(at(events, '2026-06-30')).toMatchObject({
    arrangement: { state: 'kept', owed: peso(3_432.53), next: { amount: peso(3_432.53) } },
  });
  expect(at(events, '2026-07-01')).toMatchObject({
    status: 'settled',
    credit: 0,
    arrangement: { state: 'fulfilled', owed: 0 },
  });
});

test('a missed part breaks the arrangement on the fifth day, and only the days between were free [T1241]', () => {
  const events = history(
    lent,
    arranged(['2026-05-02', 1_000], ['2026-05-17', 12_432.53]),
    paid('2026-05-02', 1_000),
  );
  const before = at(events, '2026-05-21');
  expect(before.lateOwed).toBe(peso(5_194.65 + 138.52 + 173.16));
  expect(before.arrangement).toMatchObject({ state: 'kept', due: peso(12_432.53) });
  const broken = at(events, '2026-05-22');
  expect(broken.arrangement).toMatchObject({ state: 'broken', brokenOn: '2026-05-22' });
  // The 51st late day of the first instalment at 4 %, the 21st of the second at 5 %.
  expect(broken.instalments[0]?.late).toBe(543_170);
  expect(broken.instalments[1]?.late).toBe(34_631);
  expect(at(events, '2026-05-23').instalments[0]?.late).toBe(543_170 + 9_852);
});

test('a payment on the fifth day after a missed part keeps the arrangement [T1242]', () => {
  const late = paid('2026-05-22', 6_716.26);
  const events = history(lent, halves, paid('2026-05-02', 6_716.27), late);
  expect(at(events, '2026-05-25').arrangement).toMatchObject({ state: 'fulfilled' });
  const tooLate = history(lent, halves, paid('2026-05-02', 6_716.27), paid('2026-05-23', 6_716.26));
  expect(at(tooLate, '2026-05-25').arrangement).toMatchObject({ state: 'broken' });
});

test('a payment that arrives later with an earlier date undoes the break [T1243]', () => {
  const known = history(lent, halves, paid('2026-05-02', 6_716.27));
  expect(at(known, '2026-05-30').arrangement).toMatchObject({ state: 'broken' });
  const record = {
    kind: 'arrangementEnded',
    valueDate: day('2026-05-22'),
    arrangement: 'e2',
    id: 'e4',
    seq: 4,
  } as const;
  const webhook = { ...paid('2026-05-20', 6_716.26), id: 'e5', seq: 5 } as LoanEvent;
  expect(at([...known, record, webhook], '2026-05-30')).toMatchObject({
    lateOwed: 0,
    arrangement: { state: 'fulfilled' },
  });
});

test('an arrangement that is paid early in one sum is fulfilled and costs no more [T1841]', () => {
  const events = history(lent, halves, paid('2026-05-04', 13_432.53));
  for (const on of ['2026-05-04', '2026-05-17', '2026-05-30'])
    expect(at(events, on)).toMatchObject({ lateOwed: 0, arrangement: { state: 'fulfilled' } });
});

test('a reversal makes evenings missed from its own day on [T1244]', () => {
  const events = history(lent, halves, paid('2026-05-02', 6_716.27), paid('2026-05-17', 6_716.26), {
    kind: 'reversed',
    valueDate: day('2026-06-10'),
    target: 'e4',
  });
  expect(at(events, '2026-06-14').arrangement).toMatchObject({ state: 'kept', due: peso(6_716.26) });
  expect(at(events, '2026-06-15').arrangement).toMatchObject({ state: 'broken', brokenOn: '2026-06-15' });
});

test('money goes to parts fallen due, then to other instalments, then to parts to come [T1245]', () => {
  const plan = arranged(['2026-05-02', 1_000], ['2026-06-20', 12_432.53]);
  const events = history(lent, plan, paid('2026-05-02', 1_000), paid('2026-05-30', 5_000));
  const { instalments, arrangement } = at(events, '2026-05-30');
  expect(instalments[2]).toMatchObject({ unpaid: 0 });
  expect(arrangement).toMatchObject({ owed: peso(12_432.53 - (5_000 - 3_463.1)), due: 0 });
});

test('a remainder within the tolerance joins the next part; what is paid ahead leaves it [T1554]', () => {
  const plan = arranged(['2026-05-02', 5_000], ['2026-05-17', 5_000], ['2026-06-01', 3_432.53]);
  const paidShort = history(lent, plan, paid('2026-05-02', 4_999.98));
  expect(at(paidShort, '2026-05-02').arrangement).toMatchObject({
    due: 0,
    next: { date: '2026-05-17', amount: peso(5_000.02) },
  });
  const paidAhead = history(lent, plan, paid('2026-05-02', 5_000), paid('2026-05-03', 6_000));
  expect(at(paidAhead, '2026-05-03').arrangement).toMatchObject({
    due: 0,
    next: { date: '2026-06-01', amount: peso(2_432.53) },
  });
});

test('other instalments bear late charges while the arrangement is kept [T1246]', () => {
  const plan = arranged(['2026-05-02', 1_000], ['2026-07-30', 12_432.53]);
  const events = history(lent, plan, paid('2026-05-02', 1_000));
  const { instalments, arrangement } = at(events, '2026-06-02');
  expect(arrangement?.state).toBe('kept');
  expect(instalments[2]?.late).toBe(peso(346.31));
  expect(instalments[0]?.late).toBe(peso(5_194.65 + 138.52));
});

test('EXT-04 no extension is possible while an arrangement runs [T1247]', () => {
  const events = history(lent, halves);
  expect(quoteExtension(fourByThirty, events, day('2026-05-05'))).toEqual({ ok: false, reason: 'arranged' });
});

test('an arrangement is quoted in equal parts beside the charges that it saves [T1621]', () => {
  const quote = quoteArrangement(fourByThirty, [...history(lent)], day('2026-05-02'), [
    day('2026-05-02'),
    day('2026-05-17'),
  ]);
  expect(quote).toMatchObject({
    ok: true,
    instalments: [1, 2],
    amount: peso(13_432.53),
    charges: peso(6_506.33),
    parts: halves.parts,
  });
  // Day by day: without the arrangement the second half bears late interest until 17 May.
  const plain = history(lent, paid('2026-05-02', 6_716.27), paid('2026-05-17', 6_716.26));
  const made = history(lent, halves, paid('2026-05-02', 6_716.27), paid('2026-05-17', 6_716.26));
  const [without, kept] = [at(plain, '2026-05-17'), at(made, '2026-05-17')];
  expect(quote).toMatchObject({ added: { kept: 0, plain: without.owedInAll - kept.owedInAll } });
  expect(without.owedInAll).toBeGreaterThan(kept.owedInAll);
});

test('an arrangement beside another late repayment is quoted with what it costs more [T1556]', () => {
  const days = ['2026-06-03', '2026-06-18', '2026-07-03'].map(day);
  const quote = quoteArrangement(fourByThirty, [...history(lent)], day('2026-05-31'), days);
  if (!quote.ok) throw new Error(quote.reason);
  const { instalments, amount, parts, added } = quote;
  expect(instalments).toEqual([1, 2]);
  const payments = parts.map((part) => paid(part.date, part.amount / 100));
  const plan = { kind: 'arranged', valueDate: day('2026-05-31'), instalments, amount, parts } as const;
  const [before, plain, kept] = [
    at(history(lent), '2026-05-31'),
    at(history(lent, ...payments), '2026-07-03'),
    at(history(lent, plan, ...payments), '2026-07-03'),
  ];
  // Every payment is made in both: what more is owed is what more was charged.
  expect(added.plain).toBe(plain.owedInAll + amount - before.owedInAll);
  expect(added.kept).toBe(kept.owedInAll + amount - before.owedInAll);
  expect(added.kept).toBeGreaterThan(added.plain);
});

test('an arrangement is quoted for a late loan alone, once, on one to six days in their order [T1622]', () => {
  const today = day('2026-05-02');
  const from = (list: LoanEvent[], ...offsets: number[]) =>
    quoteArrangement(
      fourByThirty,
      list,
      today,
      offsets.map((offset) => addDays(today, offset)),
    );
  const late = history(lent);
  for (const offsets of [[], [-1], [5, 5], [9, 3], [181], [0, 1, 2, 3, 4, 5, 6]])
    expect(from(late, ...offsets)).toEqual({ ok: false, reason: 'badDates' });
  expect(from(history(lent, halves), 3)).toEqual({ ok: false, reason: 'arranged' });
  const current = history(lent, paid('2026-04-01', 3_463.1), paid('2026-05-01', 3_463.1));
  expect(from(current, 3)).toEqual({ ok: false, reason: 'notLate' });
});

test('after an arrangement is paid the price of an extension pays the late interest that it names [T1652]', () => {
  const events = history(lent, halves, paid('2026-05-02', 6_716.27), paid('2026-05-17', 6_716.26));
  const quote = quoteExtension(fourByThirty, events, day('2026-06-03'));
  if (!quote.ok) throw new Error(quote.reason);
  expect(quote).toMatchObject({ instalment: 3, chargesPaid: quote.late + quote.penalty });
  expect(quote.late).toBeGreaterThan(0);
});
