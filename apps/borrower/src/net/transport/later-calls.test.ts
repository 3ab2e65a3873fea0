import { expect, test } from 'vitest';
import * as confirm from '../../confirm/calls.ts';
import * as home from '../../home/calls.ts';
import * as order from '../../order/calls.ts';
import * as repay from '../../repay/calls.ts';
import type { LaterCall } from './client.ts';

const calls: readonly LaterCall<never>[] = Object.values({
  ...home,
  ...order,
  ...repay,
  ...confirm.plainCalls,
  acknowledgeDisclosure: confirm.acknowledgeDisclosure,
}).concat(Object.values(confirm.maskedCalls) as never[]);

test('a call that is declared later has the name of its declaration: answers are known by it [T736]', async () => {
  const names = await Promise.all(
    calls.map(async (call) => [call.name, ((await call.declaration()) as { name: string }).name]),
  );
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter(([name, declared]) => name !== declared)).toEqual([]);
});
