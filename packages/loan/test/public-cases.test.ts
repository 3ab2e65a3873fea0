import { expect, test } from 'vitest';
import {
  addDays,
  cents,
  daysBetween,
  effectiveRate,
  type Flow,
  levelSchedule,
  localDate,
  philippineCeilings2026,
  position,
  type Terms,
} from '../src/index.ts';
import { disbursed, history, singleLoan } from './example.ts';
import data from './public-cases.json' with { type: 'json' };

interface Case {
  readonly id: string;
  readonly category: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, unknown>>;
}
const cases: readonly Case[] = data.cases;
const find = (id: string) => cases.find((candidate) => candidate.id === id)!;

const money = (text: string) => cents(Math.round(Number(text) * 100));
/** `0.007901833333` → units of 10⁻¹². */
const rate = (text: string) => BigInt(Math.round(Number(text) * 1e12));

/** Cases of another convention, and which: the engine gets no rounding mode for them. */
const otherConventions: Readonly<Record<string, string>> = {
  'fineract-7pct-6m-full-schedule-and-payoff':
    '30/360 periods split by actual days inside; ours accrue by actual days throughout',
  'fineract-extension-extra-terms':
    'extra terms with fixed principal; ours moves one instalment and its later ones',
  'fineract-penalty-overdue-principal':
    'a fee per missed instalment on principal; ours is late interest by day and one penalty',
  'fineract-allocation-next-installment': 'a down payment at disbursal, which we do not have',
  'frappe-personal-loan-280000': 'level payment rounded up to 1.00; ours half to even to the cent',
  'fsharp-daily-actuarial-1000': 'interest rounded down and payments up; ours half to even',
  'fsharp-total-cost-cap-100pct':
    'late days add nothing and interest itself is capped; ours caps late charges',
  'fsharp-no-cap-comparison':
    'add-on schedule whose level payment comes from total interest; ours is on the balance',
};

const levelCases = [
  { id: 'fineract-emi-360-30-9.4822', rates: Array(6).fill('0.007901833333') },
  {
    id: 'fineract-emi-act365-15.678',
    rates: find('fineract-emi-act365-15.678').inputs.rate_factors as string[],
  },
  { id: 'fineract-emi-zero-interest', rates: Array(4).fill('0') },
];
for (const { id, rates } of levelCases)
  test(`level schedule ${id}`, () => {
    const { inputs, expected } = find(id);
    const rows = levelSchedule(money(String(inputs.principal)), rates.map(rate));
    const wanted = (
      expected.rows as { payment: string; interest: string; principal: string; balance: string }[]
    ).map((row) => ({
      payment: money(row.payment),
      interest: money(row.interest),
      principal: money(row.principal),
      balance: money(row.balance),
    }));
    expect(rows).toEqual(wanted);
  });

function solved(flows: readonly Flow[]): number {
  const answer = effectiveRate(flows);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.rate;
}
const even = (amount: number, count: number, payment: number): Flow[] => [
  { time: 0, cents: amount },
  ...Array.from({ length: count }, (_, index) => ({ time: index + 1, cents: -payment })),
];
const dated = (amount: number, advance: string, payments: readonly (readonly [string, number])[]): Flow[] => [
  { time: 0, cents: amount },
  ...payments.map(([day, payment]) => ({
    time: daysBetween(localDate(advance), localDate(day)) / 365,
    cents: -payment,
  })),
];

/** Overdue 5,300.00 for ten days: a single loan whose principal and interest have that sum. */
function lateCase(id: string): void {
  const { inputs, expected } = find(id);
  const overdue = money(String(inputs.overdue_amount));
  const loan: Terms = {
    ...singleLoan,
    principal: cents(500_000),
    dailyPpm: 500,
    termDays: 120,
    fee: cents(0),
  };
  const asOf = addDays(localDate('2026-05-01'), 120 + Number(inputs.days_late));
  const bare = position(loan, history(disbursed('2026-05-01')), asOf);
  expect(bare.overdue).toBe(overdue);
  expect(bare.lateOwed).toBe(money(String(expected.spec_charge)));
  const capped = { ...loan, ceilings: philippineCeilings2026 };
  const held = position(capped, history(disbursed('2026-05-01')), asOf);
  expect(held.lateOwed + held.penaltyOwed).toBe(money(String(expected.cap_charge_pro_rata_30)));
}

const unitCases = ['fineract-remainder-in-last-installment'];
for (const id of unitCases)
  test(`charge unit ${id}`, () => {
    const { inputs, expected } = find(id);
    const unit = money(String(inputs.installment_multiple_of));
    const periods = Array<bigint>(Number(inputs.installments)).fill(0n);
    const rows = levelSchedule(money(String(inputs.principal)), periods, unit);
    expect(rows.map((row) => row.payment)).toEqual((expected.installments as string[]).map(money));
  });

const expectedFigure = (id: string, figure: string) => Number(find(id).expected[figure]);

const rateCases: Readonly<Record<string, () => void>> = {
  'regz-J-c1i': () =>
    expect(solved(even(500_000, 24, 23_000)) * 1200).toBeCloseTo(expectedFigure('regz-J-c1i', 'apr_pct'), 2),
  'regz-J-c2i': () => {
    const flows = even(500_000, 24, 23_000).map((flow) =>
      flow.time === 1 ? { ...flow, cents: -25_000 } : flow,
    );
    expect(solved(flows) * 1200).toBeCloseTo(expectedFigure('regz-J-c2i', 'apr_pct'), 2);
  },
  'regz-J-c5i': () =>
    expect(solved(even(100_000, 1, 108_000)) * (365 / 255) * 100).toBeCloseTo(
      expectedFigure('regz-J-c5i', 'apr_pct'),
      2,
    ),
  'regz-J-c5ii': () =>
    expect(solved(even(100_000, 1, 104_400)) * 2 * 100).toBeCloseTo(
      expectedFigure('regz-J-c5ii', 'apr_pct'),
      2,
    ),
  'eu-apr-2-payments': () => {
    const flows = dated(50_000, '2012-10-10', [
      ['2012-11-10', 27_000],
      ['2012-12-10', 27_000],
    ]);
    const [wanted, tolerance] = ['effective_annual_pct', 'tolerance_pct'].map((figure) =>
      expectedFigure('eu-apr-2-payments', figure),
    );
    expect(Math.abs(solved(flows) * 100 - wanted!)).toBeLessThan(tolerance!);
  },
  'curo-usj-3x340.02': () =>
    expect(solved(even(100_000, 3, 34_002)) * 12).toBeCloseTo(expectedFigure('curo-usj-3x340.02', 'rate'), 8),
  'curo-xirr-with-charge': () =>
    expect((1 + solved(even(99_000, 3, 34_002))) ** 12 - 1).toBeCloseTo(
      expectedFigure('curo-xirr-with-charge', 'effective_annual'),
      8,
    ),
  'ph-addon-to-contractual': () =>
    expect(solved(even(1_000_000, 3, 362_833)) * 100).toBeCloseTo(
      expectedFigure('ph-addon-to-contractual', 'contractual_monthly_pct'),
      2,
    ),
  'derived-mc14-eir-pass': () =>
    expect(solved(even(473_215, 1, 530_000)) * 100).toBeCloseTo(
      expectedFigure('derived-mc14-eir-pass', 'eir_monthly_pct_approx'),
      3,
    ),
};
for (const [id, check] of Object.entries(rateCases)) test(`rate ${id}`, check);

const lateCases = ['derived-mc14-spec-late-interest'];
for (const id of lateCases) test(`late charges ${id}`, () => lateCase(id));

test('every public case runs, or is listed with the differing convention', () => {
  const run = [
    ...levelCases.map((levelCase) => levelCase.id),
    ...unitCases,
    ...Object.keys(rateCases),
    ...lateCases,
  ];
  expect([...run, ...Object.keys(otherConventions)].sort()).toEqual(cases.map((item) => item.id).sort());
});
