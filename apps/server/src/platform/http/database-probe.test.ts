import { expect, inject, test } from 'vitest';
import { startHiram } from '../../../test/support/processes/running-server.ts';
import { line } from '../../../test/support/servers/tcp-proxy.ts';
import { databaseProbe } from './database-probe.ts';

test('a late answer leaves the server in use, two seconds of silence or an error do not [T693]', async () => {
  const cluster = inject('cluster');
  const way = await line({ path: `${cluster.socketDir}/.s.PGSQL.5432` });
  const hiram = await startHiram({ ...cluster, port: way.port });
  try {
    const probe = databaseProbe(hiram.server.appContext.db);
    const neverAnswered = databaseProbe(hiram.server.appContext.db);
    expect(await probe()).toBe('well');
    way.state = 'held';
    const began = performance.now();
    expect(await neverAnswered()).toBe('away');
    expect(await probe()).toBe('well');
    await hiram.until(probe, (state) => state === 'away');
    expect(performance.now() - began).toBeGreaterThan(1_900);
    expect(performance.now() - began).toBeLessThan(6_000);
    way.state = 'open';
    await hiram.until(probe, (state) => state === 'well');
    way.state = 'cut';
    expect(await probe()).toBe('away');
  } finally {
    way.state = 'open';
    await hiram.stop();
    await way.close();
  }
});
