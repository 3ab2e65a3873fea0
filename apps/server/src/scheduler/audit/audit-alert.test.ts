import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  asOwner,
  type Cluster,
  createDatabase,
  dropDatabase,
} from '../../../test/support/database/throwaway-cluster.ts';
import { type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { runDueWork } from '../scheduler.ts';

const lines: string[] = [];
let cluster: Cluster;
let name: string;
let hiram: Hiram;
beforeAll(async () => {
  cluster = inject('cluster');
  name = await createDatabase(cluster);
  hiram = await startHiram(
    cluster,
    { LOG_LEVEL: 'error' },
    { database: name, logTo: { write: (line) => void lines.push(line) } },
  );
});
afterAll(async () => {
  await hiram.stop();
  await dropDatabase(cluster, name);
});

const metrics = async () => (await fetch(`${hiram.origin}/metrics`)).text();
/** Does it as someone who disabled the triggers on the day before the next check. */
const withoutGuards = (statement: string) =>
  asOwner(cluster, name, async (owner) => {
    await owner.query(
      `begin; set local session_replication_role = replica; ${statement};
       update daily_run set finished_at = null, started_at = 'epoch' where name = 'audit check'; commit`,
    );
  });

test('an entry inserted into checkpointed hours of the trail is found within the day [T086]', async () => {
  expect(await metrics()).toMatch(/^hiram_audit_broken 0$/m);
  expect(await metrics()).toMatch(/^hiram_audit_unchecked_seconds 6\d\d(\.\d+)?$/m);
  await withoutGuards(
    `insert into audit_entry (at, login, action, subject, subject_id) values (now() - interval '2 days', 'x', 'x', 'x', 'x')`,
  );
  await runDueWork(hiram.server.appContext);
  expect(await metrics()).toMatch(/^hiram_audit_broken 1$/m);
  expect(lines.join('')).toContain('The audit trail was altered: checkpoint 1 of 1 does not match');
  await withoutGuards(`delete from audit_entry where subject = 'x'`);
  await runDueWork(hiram.server.appContext);
  expect(await metrics()).toMatch(/^hiram_audit_broken 0$/m);
  await withoutGuards(`update audit_checkpoint set upto = upto - interval '5 hours'`);
  expect(await metrics()).toMatch(/^hiram_audit_unchecked_seconds 18\d\d\d(\.\d+)?$/m);
  await runDueWork(hiram.server.appContext);
  expect(await metrics()).toMatch(/^hiram_audit_unchecked_seconds 6\d\d(\.\d+)?$/m);
});
