import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import {
  asOwner,
  type Cluster,
  startThrowawayCluster,
} from '../../test/support/database/throwaway-cluster.ts';
import { type Hiram, startHiram } from '../../test/support/processes/running-server.ts';

/** The gauge of a running server; undefined without one. */
async function archiveAge(hiram: Hiram): Promise<number | undefined> {
  const text = await (await fetch(`${hiram.origin}/metrics`)).text();
  const value = /^hiram_archive_age_seconds (\S+)$/m.exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
}

const archiver = (client: pg.Client) =>
  client
    .query('select archived_count::int as archived, failed_count::int as failed from pg_stat_archiver')
    .then(({ rows }) => rows[0] as { readonly archived: number; readonly failed: number });

/** Writes something and lets PostgreSQL archive it; waits until it has tried to. */
async function switchSegment(hiram: Hiram, cluster: Cluster, counted: 'archived' | 'failed'): Promise<void> {
  await asOwner(cluster, 'postgres', async (client) => {
    const before = await archiver(client);
    await client.query('select txid_current(), pg_switch_wal()');
    await hiram.until(
      () => archiver(client),
      (now) => now[counted] > before[counted],
    );
  });
}

test('the age of the archive is that of its last segment, and grows while none is archived [T1308]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-archive-'));
  chmodSync(folder, 0o777);
  const { cluster, stop } = await startThrowawayCluster({
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `cp %p ${folder}/%f`,
  });
  onTestFinished(stop);
  const hiram = await startHiram(cluster);
  onTestFinished(() => hiram.stop());

  await switchSegment(hiram, cluster, 'archived');
  const archivedBy = Date.now();
  const fresh = (await archiveAge(hiram)) ?? Number.NaN;
  // Both clocks are this machine's.
  expect(fresh).toBeLessThanOrEqual((Date.now() - archivedBy) / 1000 + 5);

  rmSync(folder, { recursive: true });
  await switchSegment(hiram, cluster, 'failed');
  const first = (await archiveAge(hiram)) ?? Number.NaN;
  const later = await hiram.until(
    () => archiveAge(hiram),
    (age) => age !== undefined && age > first,
  );
  expect(later).toBeGreaterThan(fresh);
});

test('without an archive there is no age of one', async () => {
  const hiram = await startHiram(inject('cluster'));
  onTestFinished(() => hiram.stop());
  expect(await archiveAge(hiram)).toBeUndefined();
});
