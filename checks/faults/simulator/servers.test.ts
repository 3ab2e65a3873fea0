import { createDatabase, dropDatabase } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { expect, inject, test } from 'vitest';
import { startServers } from './servers.ts';

test('servers that are stopped while one of them is being replaced leave no process running @verify', async () => {
  const cluster = inject('cluster');
  const database = await createDatabase(cluster);
  const servers = await startServers(1, { socketDir: cluster.socketDir, database, environment: {} });
  const old = servers.any();
  const killing = servers.kill(0);
  const isUp = () =>
    fetch(old).then(
      () => true,
      () => false,
    );
  await expect.poll(isUp).toBe(false);
  await servers.stop();
  await killing;
  for (const origin of [old, servers.any()]) await expect(fetch(origin)).rejects.toThrow('fetch failed');
  await dropDatabase(cluster, database);
});
