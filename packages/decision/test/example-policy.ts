import { parsePolicy } from '../src/index.ts';

/** A policy with a rule of each stage, as JSON. Amounts in centavos. */
export const examplePolicy = {
  brand: 'ph',
  stages: [
    {
      name: 'law',
      rules: [
        {
          id: 'adult',
          if: { fact: 'applicant.age', op: '<', value: 18 },
          then: 'refuse',
          reason: 'underAge',
          missing: 'refuse',
        },
      ],
    },
    {
      name: 'fraud',
      rules: [
        {
          id: 'device',
          if: {
            any: [
              { fact: 'identity.sharedDevice', op: '>', value: 0 },
              { fact: 'velocity.deviceApplications24h', op: '>=', value: 3 },
            ],
          },
          then: 'refer',
          reason: 'sharedDevice',
          missing: 'skip',
        },
      ],
    },
    { name: 'bureau', rules: [] },
    {
      name: 'scorecard',
      base: 500,
      cards: [
        {
          fact: 'history.settledLoans',
          missing: 0,
          bands: [
            { from: 0, points: 0 },
            { from: 1, points: 40 },
            { from: 3, points: 80 },
          ],
        },
        {
          fact: 'history.maxDaysLate',
          missing: 0,
          bands: [
            { from: 0, points: 20 },
            { from: 6, points: -30 },
            { from: 31, points: -120 },
          ],
        },
      ],
      bands: [
        { below: 420, then: 'refuse', reason: 'score' },
        { below: 480, then: 'refer', reason: 'scoreBorder' },
      ],
    },
    {
      name: 'affordability',
      maxShare: 400_000,
      debts: ['bureau.monthlyDebtService'],
      reason: 'unaffordable',
    },
    {
      name: 'limit',
      ladder: [
        { settled: 0, max: 500_000 },
        { settled: 1, maxDaysLate: 5, max: 800_000 },
        { settled: 3, maxDaysLate: 5, max: 1_500_000 },
      ],
      reason: 'limit',
    },
  ],
};

/** The example with the named stage replaced or extended. */
export function policyWith(stage: number, change: object) {
  const stages = examplePolicy.stages.map((each, index) => (index === stage ? { ...each, ...change } : each));
  return parsePolicy({ ...examplePolicy, stages });
}
