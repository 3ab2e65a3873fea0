/**
 * Tries the operators' page as written: `npm run node -- --conditions=source checks/runbooks/runbooks.ts`. Two servers are
 * installed from a release's archive on bare copies of Debian 13, with Debian's PostgreSQL 17, an S3 store, HAProxy and a
 * provider. A real borrower borrows and pays; the servers are upgraded with a page open, backed up, their keys rotated; a
 * server, the store and the database are lost. Each command is read from the pages for operators. Needs root, a Debian mirror (or
 * the two folders that it makes), and HAProxy. Ten minutes at most. Not tried, because a chroot has no systemd: the unit
 * itself (its user, folder and command are taken from it); TLS, because everything is on one machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dayIn } from '@hiram/server/src/platform/clock/clock.ts';
import { storeResults } from '../../bench/rig/results.ts';
import { databasePackages, has, makeRoot, missing } from '../faults/patroni/debian.ts';
import { wholeRun } from '../faults/whole-run.ts';
import { archiveOfThisVersion } from '../release/archive.ts';
import { formerArchive } from './archives.ts';
import { Borrower } from './borrower.ts';
import { makeLender } from './lender.ts';
import { loseDatabase } from './lose-database.ts';
import { readStandby } from './read-standby.ts';
import { approve, backUp, install, loseServer, loseStore, rotate, upgrade } from './steps.ts';

const { values } = parseArgs({
  options: {
    former: { type: 'string' },
    newer: { type: 'string' },
    'former-commit': { type: 'string' },
    bare: { type: 'string', default: '/var/lib/hiram-bare-debian-13' },
    database: { type: 'string', default: '/var/lib/hiram-debian-13' },
  },
});
/** The packages that a server needs by the documents. */
const serverPackages = ['ca-certificates', 'zstd'];

const lacks = [...new Set([...missing(values.bare), ...missing(values.database)])];
if (!has('zstd')) lacks.push('the command zstd');
if (lacks.length > 0) {
  console.log(`NOT RUN: it needs ${lacks.join(', ')}`);
  process.exit(77);
}

await wholeRun('npm run node -- --conditions=source checks/runbooks/runbooks.ts', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'hiram-runbooks-'));
  const started = new AsyncDisposableStack();
  started.defer(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const steps: Record<string, object> = {};
  const step = async (name: string, work: Promise<object>) => {
    steps[name] = await work;
    console.log(name, JSON.stringify(steps[name]));
  };
  try {
    makeRoot(values.bare, serverPackages, console.log);
    makeRoot(values.database, databasePackages, console.log);
    const former = values.former ? resolve(values.former) : formerArchive(scratch, values['former-commit']);
    const newer = values.newer ? resolve(values.newer) : archiveOfThisVersion();
    const lender = await makeLender({ bare: values.bare, database: values.database, scratch }, started);
    await step('install', install(lender, former));
    const today = dayIn('Asia/Manila', new Date());
    const borrower = new Borrower({ origin: lender.balancer.origin, provider: lender.provider, today });
    await borrower.borrow((orderId) => approve(lender, orderId));
    await borrower.complain();
    await borrower.pay(await borrower.newCode());
    await step('upgrade', upgrade(lender, newer));
    await step('rotate', rotate(lender, borrower));
    await step('reports from a standby', readStandby(lender, values.database, started));
    await step('lose a server', loseServer(lender));
    await step('lose the store', loseStore(lender, borrower));
    const known = await borrower.newCode();
    await step('back up', backUp(lender, '/root/backup'));
    await borrower.pay(known);
    const unknown = await borrower.newCode();
    await borrower.pay(unknown);
    const lost = loseDatabase(lender, borrower, { file: '/root/backup', today, known, unknown });
    await step('lose the database', lost);
    await borrower.pay(await borrower.newCode());
    storeResults('runbooks', { store: lender.storeName, ...steps });
  } finally {
    await started.disposeAsync();
  }
});
