/** `npm run check-ledger`: reads every line of the ledger, and says whether the books are whole, and the audit trail too. */
import type { Db } from '../db/connect.ts';
import { auditLine, checkAudit } from '../lending/audit.ts';
import { checkLedger } from '../lending/ledger.ts';
import { withOwner } from './with-owner.ts';

/** Says what it finds; false where something is broken. */
async function check(db: Db): Promise<boolean> {
  const { broken, accounts } = await checkLedger(db);
  for (const [account, amount] of [...accounts].sort())
    console.log(`${account}: ${(amount / 100).toFixed(2)}`);
  console.log(broken.length === 0 ? 'Every journal balances.' : `Do not balance: ${broken.join(', ')}`);
  const audit = await checkAudit(db);
  console.log(auditLine(audit));
  return broken.length === 0 && audit.broken === undefined;
}

withOwner('check-ledger', check).then(
  (whole) => {
    process.exitCode = whole ? 0 : 1;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
