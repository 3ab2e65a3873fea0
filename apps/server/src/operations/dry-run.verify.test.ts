import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { childEnvironment } from '../../test/support/processes/child-environment.ts';
import { settingsOf } from '../../test/support/processes/run-hiram.ts';
import { startHiram } from '../../test/support/processes/running-server.ts';
import { rehearse } from './dry-run.ts';
import { openSession } from './session.ts';

test('a dry run that works for twenty seconds beside its connection rolls back [T1903]', async () => {
  const hiram = await startHiram(inject('cluster'));
  const { result } = await rehearse(hiram.server.appContext.db, () => setTimeout(20_000, 'done'));
  expect(result).toBe('done');
  await hiram.stop();
});

test('a statement of the owner’s login that is too long for a call’s connection ends [T1910]', async () => {
  const cluster = inject('cluster');
  const hiram = await startHiram(cluster);
  const session = openSession({
    command: 'test',
    environment: { ...childEnvironment(), ...settingsOf(cluster, hiram.database) },
    folder: process.cwd(),
    isDryRun: false,
    progress: () => undefined,
  });
  const { result } = await session.withOwner(async (db) => {
    const { rows } = await sql<{ slept: string }>`select pg_sleep(19)::text as slept`.execute(db);
    return rows;
  });
  expect(result).toEqual([{ slept: '' }]);
  await hiram.stop();
});
