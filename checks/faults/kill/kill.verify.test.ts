import { expect, inject, test } from 'vitest';
import { killUnderLoad } from './kills.ts';

test('after a kill under load everything acknowledged exists exactly once [T096]', async () => {
  const report = await killUnderLoad(inject('cluster'), {
    seed: 'every check',
    kills: 1,
    minAcknowledged: 2,
    say: () => undefined,
  });
  const { payments, orders, complaints, pictures, withdrawals } = report.acknowledged;
  for (const count of [payments, orders, complaints, pictures, withdrawals]) expect(count).toBeGreaterThan(1);
});
