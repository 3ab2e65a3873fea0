import { setTimeout } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { startHiram } from '../../test/support/running-server.ts';
import { rehearse } from './dry-run.ts';

test('a dry run that works for twenty seconds beside its connection rolls back [T1903]', async () => {
  const hiram = await startHiram(inject('cluster'));
  const { result } = await rehearse(hiram.server.appContext.db, () => setTimeout(20_000, 'done'));
  expect(result).toBe('done');
  await hiram.stop();
});
