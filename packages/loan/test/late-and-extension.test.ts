import { expect, test } from 'vitest';
import {
  allocations,
  cents,
  payable,
  position,
  productProblems,
  quoteExtension,
  quotePayoff,
  quoteRepayment,
  specificationRules,
  termsFor,
} from '../src/index.ts';
import { day, disbursed, fourByThirty, history, paid, peso, singleLoan } from './example.ts';

const product = {
  kind: 'single',
  amountMin: peso(1_000),
  amountMax: peso(10_000),
  amountStep: peso(500),
  termDays: 91,
  periods: 1,
  dailyPpm: 1500,
  feePpm: 0,
  extensions: 1,
} as const;

test('TERM-01 a term is 91 to 365 days', () => {
  expect(productProblems(product)).toEqual([]);
  for (const termDays of [90, 366])
    expect(productProblems({ ...product, termDays })[0]).toMatch(/outside 91 to 365/);
});

test('TERM-03 prepayment of 91 days starts on day 46, with interest to that day only', () => {
  const events = history(disbursed('2026-01-01'));
  expect(quotePayoff(singleLoan, events, day('2026-02-15'))).toEqual({
    ok: false,
    reason: 'tooEarly',
    from: '2026-02-16',
  });
  expect(payable(singleLoan, events, day('2026-02-15'))).toMatchObject({
    ok: false,
    reason: 'tooEarly',
    from: '2026-02-16',
    due: peso(5_682.5),
  });
  // 46 days of 0.15 % on 5,000.00
  expect(quotePayoff(singleLoan, events, day('2026-02-16'))).toEqual({
    ok: true,
    amount: peso(5_345),
    asOf: '2026-02-16',
    saves: peso(337.5),
    rows: [
      { kind: 'principal', amount: peso(5_000) },
      { kind: 'interest', amount: peso(345) },
    ],
    clamped: 0,
    feeReturned: 0,
    coolingOff: false,
  });
  const loanPosition = position(
    singleLoan,
    [...events, ...history(disbursed('2026-01-01'), paid('2026-02-16', 5_345)).slice(1)],
    day('2026-02-16'),
  );
  expect(loanPosition).toMatchObject({ status: 'settled', credit: 0 });
});

test('TERM-03 paying the next instalment before its day is no prepayment: its interest stays as scheduled', () => {
  const events = history(disbursed('2026-03-02'), paid('2026-03-03', 3_463.1));
  const loanPosition = position(fourByThirty, events, day('2026-03-03'));
  expect(loanPosition.instalments[0]).toMatchObject({ unpaid: 0, interestPaid: peso(720) });
  expect(loanPosition).toMatchObject({
    status: 'active',
    due: peso(3_463.1),
    credit: 0,
    dueDate: '2026-05-01',
  });
});

test('TERM-04 the penalty is charged once a loan: 1,000 for a new client, 800 for a repeat client', () => {
  const repeat = { ...fourByThirty, penalty: specificationRules.penaltyRepeat };
  for (const [terms, penalty] of [
    [fourByThirty, 1_000],
    [repeat, 800],
  ] as const) {
    const events = history(disbursed('2026-03-02'));
    expect(position(terms, events, day('2026-04-01')).penaltyOwed).toBe(0);
    expect(position(terms, events, day('2026-04-02')).penaltyOwed).toBe(peso(penalty));
    expect(position(terms, events, day('2026-08-30')).penaltyOwed).toBe(peso(penalty));
  }
  expect(termsFor(product, peso(5_000), 'repeat', specificationRules).penalty).toBe(peso(800));
});

test('TERM-05 late interest falls from 5 % to 4 % on day 31 and to 2 % on day 91', () => {
  const events = history(disbursed('2026-01-01'));
  const late = (date: string) => position(singleLoan, events, day(date)).lateOwed;
  const base = 5_682.5;
  // Due 2026-04-02: day 30 is 05-02, day 90 is 07-01.
  expect(late('2026-05-02')).toBe(peso(base * 0.05 * 30));
  expect(late('2026-05-03') - late('2026-05-02')).toBe(peso(base * 0.04));
  expect(late('2026-07-01')).toBe(peso(base * (1.5 + 2.4)));
  expect(late('2026-07-02') - late('2026-07-01')).toBe(peso(base * 0.02));
});

test('TERM-05 a part payment lowers the base from the next day on', () => {
  const events = history(disbursed('2026-01-01'), paid('2026-04-03', 2_682.5));
  const loanPosition = position(singleLoan, events, day('2026-04-04'));
  // 284.125 + 150.00, half to even once.
  expect(loanPosition.lateOwed).toBe(43_412);
});

test('EXT-04 an extension has a price and the same length from today or the due day, and is granted once', () => {
  const events = history(disbursed('2026-03-02'));
  expect(quoteExtension(fourByThirty, events, day('2026-03-20'))).toEqual({ ok: false, reason: 'notDue' });
  const quote = quoteExtension(fourByThirty, events, day('2026-04-03'));
  // 720.00 interest, two days of 5 % on 3,463.10, the penalty.
  expect(quote).toMatchObject({
    ok: true,
    amount: peso(720 + 346.31 + 1_000),
    oldDueDate: '2026-04-01',
    newDueDate: '2026-05-03',
    // Thirty days on 2,743.10, and thirty-two on the 9,256.90 of the later repayments.
    newInterest: peso(757.03),
    added: peso(757.03),
  });
  const moved = history(
    disbursed('2026-03-02'),
    { kind: 'paid', valueDate: day('2026-04-03'), amount: peso(2_066.31), extends: 1 },
    {
      kind: 'extended',
      valueDate: day('2026-04-03'),
      instalment: 1,
      newDueDate: day('2026-05-03'),
      paidBy: 'e2',
    },
  );
  const loanPosition = position(fourByThirty, moved, day('2026-04-03'));
  expect(loanPosition).toMatchObject({
    status: 'active',
    lateOwed: 0,
    penaltyOwed: 0,
    dueDate: '2026-05-03',
    due: peso(2_743.1 + 757.03),
  });
  expect(loanPosition.instalments.map((instalment) => instalment.dueDate)).toEqual([
    '2026-05-03',
    '2026-06-02',
    '2026-07-02',
    '2026-08-01',
  ]);
  expect(position(fourByThirty, moved, day('2026-05-04'))).toMatchObject({
    status: 'overdue',
    penaltyOwed: 0,
    daysLate: 1,
  });
  expect(quoteExtension(fourByThirty, moved, day('2026-05-02'))).toEqual({ ok: false, reason: 'usedUp' });
});

test('EXT-04 before the due day only accrued interest is the price; the rest is due later', () => {
  const quote = quoteExtension(fourByThirty, history(disbursed('2026-03-02')), day('2026-03-30'));
  expect(quote).toMatchObject({
    ok: true,
    amount: peso(672),
    newDueDate: '2026-05-01',
    newAmount: peso(2_743.1 + 48 + 720),
  });
});

test('EXT-04 if interest and charges are already paid the price is one peso towards the principal', () => {
  const part = { kind: 'paid', valueDate: day('2026-03-30'), amount: peso(720) } as const;
  const quote = quoteExtension(fourByThirty, history(disbursed('2026-03-02'), part), day('2026-04-01'));
  expect(quote).toMatchObject({ ok: true, amount: peso(1), principal: peso(1), interest: 0, late: 0 });
  if (!quote.ok) return;
  const granted = history(
    disbursed('2026-03-02'),
    part,
    { kind: 'paid', valueDate: day('2026-04-01'), amount: quote.amount, extends: 1 },
    {
      kind: 'extended',
      valueDate: day('2026-04-01'),
      instalment: 1,
      newDueDate: quote.newDueDate,
      paidBy: 'e3',
    },
  );
  const [first] = position(fourByThirty, granted, day('2026-04-01')).instalments;
  expect(first).toMatchObject({ unpaid: quote.newAmount, dueDate: '2026-05-01', principalPaid: peso(1) });
});

test('EXT-04 an extension overtaken by an earlier one reported later moves and costs nothing', () => {
  const terms = { ...fourByThirty, extensions: 2 };
  const events = history(
    disbursed('2026-03-02'),
    { kind: 'paid', valueDate: day('2026-05-02'), amount: peso(900), extends: 2 },
    {
      kind: 'extended',
      valueDate: day('2026-05-02'),
      instalment: 2,
      newDueDate: day('2026-06-01'),
      paidBy: 'e2',
    },
    { kind: 'paid', valueDate: day('2026-04-28'), amount: peso(9_000), extends: 1 },
    {
      kind: 'extended',
      valueDate: day('2026-04-28'),
      instalment: 1,
      newDueDate: day('2026-05-28'),
      paidBy: 'e4',
    },
  );
  const loanPosition = position(terms, events, day('2026-05-03'));
  expect(loanPosition.instalments.map((instalment) => instalment.dueDate)).toEqual([
    '2026-05-28',
    '2026-06-27',
    '2026-07-27',
    '2026-08-26',
  ]);
  expect(loanPosition.extensionsUsed).toBe(1);
  for (const instalment of loanPosition.instalments)
    expect(instalment.interest).toBeGreaterThanOrEqual(instalment.interestPaid);
});

test('EXT-04 an extension before the due day makes the quoted amount due, and no day bears interest twice', () => {
  const granted = history(
    disbursed('2026-03-02'),
    { kind: 'paid', valueDate: day('2026-03-30'), amount: peso(672), extends: 1 },
    {
      kind: 'extended',
      valueDate: day('2026-03-30'),
      instalment: 1,
      newDueDate: day('2026-05-01'),
      paidBy: 'e2',
    },
  );
  const loanPosition = position(fourByThirty, granted, day('2026-03-30'));
  // Two days of 720.00 remain, and thirty days on all 12,000.00.
  expect(loanPosition).toMatchObject({
    status: 'active',
    dueDate: '2026-05-01',
    due: peso(2_743.1 + 48 + 720),
  });
});

test('EXT-04 TERM-01 an extension may end on day 365, not a day later', () => {
  const half = { ...singleLoan, termDays: 180 };
  const events = history(disbursed('2026-01-01'));
  expect(quoteExtension(half, events, day('2026-07-05'))).toMatchObject({
    ok: true,
    newDueDate: '2027-01-01',
  });
  expect(quoteExtension(half, events, day('2026-07-06'))).toEqual({ ok: false, reason: 'beyondYear' });
});

test('EXT-04 an extension is rejected with two late repayments or beyond a year', () => {
  expect(quoteExtension(fourByThirty, history(disbursed('2026-03-02')), day('2026-05-02'))).toEqual({
    ok: false,
    reason: 'twoOverdue',
  });
  const long = { ...singleLoan, termDays: 300, extensions: 3 };
  expect(quoteExtension(long, history(disbursed('2026-01-01')), day('2026-10-27'))).toEqual({
    ok: false,
    reason: 'beyondYear',
  });
});

test('reversals, refunds, waivers and write-offs change the position as documented', () => {
  const base = [disbursed('2026-01-01'), paid('2026-04-02', 6_000)];
  const overpaid = history(...base, { kind: 'refunded', valueDate: day('2026-04-05'), amount: peso(317.5) });
  expect(position(singleLoan, overpaid, day('2026-04-05'))).toMatchObject({ status: 'settled', credit: 0 });
  const reversed = history(...base, { kind: 'reversed', valueDate: day('2026-04-10'), target: 'e2' });
  expect(position(singleLoan, reversed, day('2026-04-10'))).toMatchObject({ status: 'overdue', daysLate: 8 });
  expect(allocations(singleLoan, reversed, day('2026-04-10')).has('e2')).toBe(false);
  const extended = history(
    disbursed('2026-01-01'),
    { kind: 'writtenOff', valueDate: day('2026-12-01') },
    paid('2026-12-05', 100),
  );
  expect(allocations(singleLoan, extended, day('2026-12-05')).get('e3')).toMatchObject({
    recovery: peso(100),
    principal: 0,
  });
  expect(position(singleLoan, extended, day('2026-12-05')).status).toBe('overdue');
  const waived = history(disbursed('2026-01-01'), paid('2026-04-03', 5_682.5), {
    kind: 'waived',
    valueDate: day('2026-04-04'),
    principal: cents(0),
    interest: cents(0),
    late: peso(284.13),
    penalty: peso(800),
  });
  expect(position(singleLoan, waived, day('2026-04-04')).status).toBe('settled');
});

test('EXT-04 payments of one day add up to an extension’s price; what is missing stays owed [T811]', () => {
  const loan = { ...fourByThirty, tolerance: cents(100) };
  const date = day('2026-04-03');
  const first = { kind: 'paid', valueDate: date, amount: peso(1_500), extends: 1 } as const;
  const part = history(disbursed('2026-03-02'), first);
  const quote = quoteExtension(loan, part, date);
  // Of 2,066.31, which is 720.00 of interest, 346.31 of late interest and 1,000.00 of penalty.
  expect(quote).toMatchObject({
    ok: true,
    amount: peso(566.31),
    interest: 0,
    late: 0,
    penalty: peso(566.31),
  });
  if (!quote.ok) return;
  expect(quote.parts).toEqual(['e2']);
  // Until the price is paid a part of it is an ordinary payment: interest and principal first.
  expect(position(loan, part, date)).toMatchObject({ penaltyOwed: peso(1_000), overdue: peso(1_963.1) });
  const granted = history(
    disbursed('2026-03-02'),
    first,
    { kind: 'paid', valueDate: date, amount: peso(566.21), extends: 1 },
    {
      kind: 'extended',
      valueDate: date,
      instalment: 1,
      newDueDate: quote.newDueDate,
      paidBy: 'e3',
      parts: ['e2'],
    },
  );
  const moved = position(loan, granted, date);
  expect(moved).toMatchObject({
    dueDate: '2026-05-03',
    overdue: 0,
    penaltyOwed: peso(0.1),
    extensionsUsed: 1,
  });
  const [one] = moved.instalments;
  expect(one).toMatchObject({ unpaid: quote.newAmount, lateOwed: 0, principalPaid: 0 });
  // The next day asks for the whole price again: a part counts on its own day only.
  expect(quoteExtension(loan, part, day('2026-04-04'))).toMatchObject({ ok: true, parts: [] });
});

test('EXT-04 a remainder within the tolerance bears interest while it is carried on [T1336]', () => {
  const loan = { ...fourByThirty, tolerance: cents(100) };
  const interestAfter = (first: number) => {
    const events = history(disbursed('2026-03-02'), paid('2026-04-01', first));
    const quote = quoteExtension(loan, events, day('2026-05-01'));
    return quote.ok ? quote.newInterest : undefined;
  };
  expect(interestAfter(3_463.1)).toBe(peso(555.41));
  // One peso for 30 days at 0.2 % a day.
  expect(interestAfter(3_462.1)).toBe(peso(555.47));
});

/** The first repayment moved from 2026-04-01 to 2026-05-01 on its due day, and the price reversed on a later day. */
const priceReversedOn = (date: string) =>
  history(
    disbursed('2026-03-02'),
    { kind: 'paid', valueDate: day('2026-04-01'), amount: peso(720), extends: 1 },
    {
      kind: 'extended',
      valueDate: day('2026-04-01'),
      instalment: 1,
      newDueDate: day('2026-05-01'),
      paidBy: 'e2',
    },
    { kind: 'reversed', valueDate: day(date), target: 'e2' },
  );

test('EXT-04 days on which a reversed price had moved the due day bear no late charges [T1053]', () => {
  const events = priceReversedOn('2026-04-10');
  // Open again from 2026-04-10 on, without charges through the third day after it.
  for (const date of ['2026-04-10', '2026-04-13'])
    expect(position(fourByThirty, events, day(date))).toMatchObject({
      status: 'overdue',
      due: peso(3_463.1),
      lateOwed: 0,
      penaltyOwed: 0,
    });
  // The thirteenth late day: 5 % of 3,463.10 is 173.155, half to even.
  expect(position(fourByThirty, events, day('2026-04-14'))).toMatchObject({
    lateOwed: peso(173.16),
    penaltyOwed: peso(1_000),
  });
});

test('EXT-04 a price reversed after the moved due day spares the days before that day alone [T1054]', () => {
  const events = priceReversedOn('2026-05-10');
  const late = (date: string) => position(fourByThirty, events, day(date)).lateOwed;
  expect(late('2026-05-01')).toBe(0);
  // From 2026-05-02 on it was late under the moved plan too: 4 % a day, because it is more than 30 days late, on the principal
  // of 2,743.10 alone. The 720.00 that the price had paid bear nothing until 2026-05-13, and nothing else is late until then.
  expect(late('2026-05-10')).toBe(peso(2_743.1 * 0.04 * 9));
  // The next day 3,463.10 bear it, and the second repayment bears 5 % for its thirteenth late day.
  expect(late('2026-05-14')).toBe(peso(2_743.1 * 0.04 * 12 + 3_463.1 * 0.04 + 3_463.1 * 0.05));
});

test('EXT-04 an extension is void when part of its price is reversed; the rest is a payment [T812]', () => {
  const date = day('2026-04-03');
  const paid = [
    disbursed('2026-03-02'),
    { kind: 'paid', valueDate: date, amount: peso(1_500), extends: 1 },
    { kind: 'paid', valueDate: date, amount: peso(566.31), extends: 1 },
  ] as const;
  const extended = {
    kind: 'extended',
    valueDate: date,
    instalment: 1,
    newDueDate: day('2026-05-03'),
    paidBy: 'e3',
    parts: ['e2'],
  } as const;
  const reversed = history(...paid, extended, { kind: 'reversed', valueDate: date, target: 'e2' });
  const ordinary = history(paid[0], { kind: 'paid', valueDate: date, amount: peso(566.31) });
  expect(position(fourByThirty, reversed, date)).toMatchObject({
    dueDate: '2026-04-01',
    extensionsUsed: 0,
    interestOwed: position(fourByThirty, ordinary, date).interestOwed,
  });
});

test('TERM-07 charges within the tolerance are not due by themselves: they join the next instalment [T816]', () => {
  const loan = { ...fourByThirty, tolerance: cents(100), penalty: cents(0) };
  // Three centavos short of what one late day costs.
  const events = history(disbursed('2026-03-02'), paid('2026-04-02', 3_463.1 + 173.13));
  const date = day('2026-04-02');
  expect(position(loan, events, date)).toMatchObject({
    status: 'active',
    lateOwed: peso(0.03),
    chargesDue: 0,
    due: peso(3_463.13),
    dueDate: '2026-05-01',
  });
  const quote = quoteRepayment(loan, events, date);
  expect(quote).toMatchObject({ kind: 'instalment', amount: peso(3_463.13) });
  expect(quote.rows).toContainEqual({ kind: 'late', no: 1, days: 0, amount: peso(0.03) });
  const next = history(
    disbursed('2026-03-02'),
    paid('2026-04-02', 3_463.1 + 173.13),
    paid('2026-04-02', 3_463.13),
  );
  expect(position(loan, next, date)).toMatchObject({ status: 'active', lateOwed: 0, dueDate: '2026-05-31' });
  const above = history(disbursed('2026-03-02'), paid('2026-04-02', 3_463.1 + 172.15));
  expect(position(loan, above, date)).toMatchObject({
    status: 'dueSoon',
    chargesDue: peso(1.01),
    due: peso(1.01),
  });
});

test('TERM-07 after the last instalment charges within the tolerance are forgiven [T817]', () => {
  const loan = { ...fourByThirty, tolerance: cents(100), penalty: cents(0) };
  const events = history(
    disbursed('2026-03-02'),
    paid('2026-04-01', 3_463.1),
    paid('2026-05-01', 3_463.1),
    paid('2026-05-31', 3_463.1),
    paid('2026-07-01', 3_463.08 + 172.2),
  );
  expect(position(loan, events, day('2026-07-01'))).toMatchObject({
    status: 'settled',
    lateOwed: 0,
    rounding: peso(0.95),
  });
});
