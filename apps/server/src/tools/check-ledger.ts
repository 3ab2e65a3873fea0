/** `npm run check-ledger`: reads every line of the ledger and every loan, and says whether the books and the audit trail are whole. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadBrand } from '../brands/brand.ts';
import { markets } from '../brands/markets/markets.ts';
import { balancesByBrand, checkLedger } from '../lending/ledger/ledger.ts';
import { checkLoans } from '../lending/reconciliation/check-loans.ts';
import { machineClock } from '../platform/clock/clock.ts';
import type { Db } from '../platform/database/connect.ts';
import { auditLine, checkAudit } from '../scheduler/audit.ts';
import { withOwner } from './with-owner.ts';

const brandsDir = join(fileURLToPath(new URL('../../../..', import.meta.url)), 'brands');
const decimal = (cents: number) => (cents / 100).toFixed(2);

/** Says what it finds; false where something is broken. Throws BrandError for a brand in the books that has no file. */
async function check(db: Db): Promise<boolean> {
  const { broken } = await checkLedger(db);
  const balances = await balancesByBrand(db);
  const orders = await db.selectFrom('loan_order').select('brand').distinct().orderBy('brand').execute();
  const brands = new Set([...balances, ...orders].map((row) => row.brand));
  const { sandbox } = await db.selectFrom('installation').select('sandbox').executeTakeFirstOrThrow();
  const clock = machineClock(sandbox);
  let isWhole = broken.length === 0;
  for (const id of [...brands].sort()) {
    const brand = loadBrand(brandsDir, id);
    const { currency } = markets[brand.market];
    const own = balances.filter((row) => row.brand === id);
    for (const { account, amount } of own) console.log(`${id} ${currency} ${account}: ${decimal(amount)}`);
    const sum = own.reduce((total, row) => total + row.amount, 0);
    if (sum !== 0) console.log(`${id} ${currency}: the accounts sum to ${decimal(sum)}, not to zero`);
    const today = await clock.today(db, brand.timeZone);
    const { loans, differing, named } = await checkLoans(db, { brand: id, today });
    console.log(
      differing === 0
        ? `${id}: all ${loans} loans agree with their ledger.`
        : `${id}: ${differing} of ${loans} loans differ from their ledger.`,
    );
    for (const { orderId, account, ledger, position } of named)
      console.log(
        `${id} ${currency} order ${orderId} ${account}: ledger ${decimal(ledger)}, loan ${decimal(position)}`,
      );
    isWhole &&= sum === 0 && differing === 0;
  }
  console.log(broken.length === 0 ? 'Every journal balances.' : `Do not balance: ${broken.join(', ')}`);
  const audit = await checkAudit(db);
  console.log(auditLine(audit));
  return isWhole && audit.broken === undefined;
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
