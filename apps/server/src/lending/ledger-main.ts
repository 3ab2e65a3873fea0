/** `npm run check-ledger`: reads every line of the ledger, and says whether the books are whole, and the audit trail too. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase, openPool } from '../db/connect.ts';
import { openOwner } from '../db/owner.ts';
import { actAsTool } from '../db/tool.ts';
import { auditLine, checkAudit } from './audit.ts';
import { checkLedger } from './ledger.ts';

async function main(): Promise<void> {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const database = await openOwner(process.env, resolve(root, process.env.DATA_DIR || '.data'));
  const pool = openPool(database.owner, 1, async (client) => {
    await actAsTool(client, 'check-ledger');
    // It reads all there is: as long as it takes.
    await client.query('set statement_timeout = 0');
  });
  try {
    const { broken, accounts } = await checkLedger(openDatabase(pool));
    for (const [account, amount] of [...accounts].sort())
      console.log(`${account}: ${(amount / 100).toFixed(2)}`);
    console.log(broken.length === 0 ? 'Every journal balances.' : `Do not balance: ${broken.join(', ')}`);
    const audit = await checkAudit(openDatabase(pool));
    console.log(auditLine(audit));
    process.exitCode = broken.length === 0 && audit.broken === undefined ? 0 : 1;
  } finally {
    await pool.end();
    await database.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
