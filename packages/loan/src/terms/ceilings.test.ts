import { expect, test } from 'vitest';
import { day, peso } from '../../test/example.ts';
import { checkCeilings, philippineCeilings2026, specificationRules, termsFor } from '../index.ts';

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

test('ceilings name their scope and the figure that exceeds one', () => {
  const terms = termsFor(
    { ...product, termDays: 120, dailyPpm: 2_100, feePpm: 300_000 },
    peso(10_000),
    'new',
    specificationRules,
  );
  expect(checkCeilings(philippineCeilings2026, terms).map((violation) => violation.ceiling)).toEqual([
    'nominalPerMonth',
    'effectivePerMonth',
  ]);
  expect(checkCeilings(philippineCeilings2026, terms, day('2026-03-31'))).toEqual([]);
  expect(checkCeilings(philippineCeilings2026, { ...terms, principal: peso(10_000.01) })).toEqual([]);
});
