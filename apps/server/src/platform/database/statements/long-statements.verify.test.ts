import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { startHiram } from '../../../../test/support/processes/running-server.ts';
import { actAs } from '../actor.ts';
import { inLongTransaction, inTransaction } from '../connection/connect.ts';

test('a statement of twenty seconds ends in a long transaction, breaks another’s connection [T1900]', async () => {
  const hiram = await startHiram(inject('cluster'));
  const { db } = hiram.server.appContext;
  const sleep = sql`select pg_sleep(20)`;
  await expect(
    actAs('a test', () =>
      inTransaction(db, async (trx) => {
        await sql`set local statement_timeout = '20min'`.execute(trx);
        await sleep.execute(trx);
      }),
    ),
  ).rejects.toThrow('does not answer');
  await actAs('a test', () => inLongTransaction(db, (trx) => sleep.execute(trx)));
  await hiram.stop();
});
