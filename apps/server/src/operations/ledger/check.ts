import { decimalText } from '@hiram/loan/format';
import { loadBrand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import { brandsFolder } from '../../context/config.ts';
import {
  type BrandBalance,
  balancesByBrand,
  checkLedger,
  lenderBalancesByBrand,
} from '../../lending/ledger/ledger.ts';
import { checkLoans, type LoanCheck } from '../../lending/reconciliation/check-loans.ts';
import { type Clock, machineClock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { auditLine, checkAudit } from '../../scheduler/audit/audit.ts';
import { defineCommand } from '../command.ts';
import { root } from '../session.ts';

interface BrandBooks extends LoanCheck {
  readonly brand: string;
  readonly currency: string;
  readonly accounts: readonly { readonly account: string; readonly amount: number }[];
  /** The sum of all accounts: zero if the ledger balances. */
  readonly sum: number;
}

/** Throws BrandError for a brand in the ledger without a brand file. */
async function checkBrand(
  db: Db,
  clock: Clock,
  id: string,
  {
    balances,
    archived,
    brandsDir,
  }: { readonly balances: readonly BrandBalance[]; readonly archived: boolean; readonly brandsDir: string },
): Promise<BrandBooks> {
  const brand = loadBrand(brandsDir, id);
  const totals = new Map<string, number>();
  for (const { brand: of, account, amount } of balances)
    if (of === id) totals.set(account, (totals.get(account) ?? 0) + amount);
  const accounts = [...totals].map(([account, amount]) => ({ account, amount }));
  const today = await clock.today(db, brand.timeZone);
  return {
    brand: id,
    currency: markets[brand.market].currency,
    accounts,
    sum: accounts.reduce((total, row) => total + row.amount, 0),
    ...(await checkLoans(db, { brand: id, today, archived })),
  };
}

async function checkBooks(db: Db, brandsDir: string) {
  const { broken, damaged } = await checkLedger(db);
  const balances = [...(await balancesByBrand(db)), ...(await lenderBalancesByBrand(db))];
  const orders = await db.selectFrom('loan_order').select('brand').distinct().orderBy('brand').execute();
  const { sandbox } = await db.selectFrom('installation').select('sandbox').executeTakeFirstOrThrow();
  const clock = machineClock(sandbox);
  const brands: BrandBooks[] = [];
  for (const id of [...new Set([...balances, ...orders].map((row) => row.brand))].sort())
    brands.push(await checkBrand(db, clock, id, { balances, archived: damaged.length === 0, brandsDir }));
  return { brands, broken, damaged, audit: await checkAudit(db) };
}

function linesOf({
  brand,
  currency,
  accounts,
  sum,
  loans,
  differing,
  named,
  uncomputed,
}: BrandBooks): readonly string[] {
  return [
    ...accounts.map(({ account, amount }) => `${brand} ${currency} ${account}: ${decimalText(amount)}`),
    ...(sum === 0 ? [] : [`${brand} ${currency}: the accounts sum to ${decimalText(sum)}, not to zero`]),
    differing === 0
      ? `${brand}: all ${loans} loans agree with their ledger.`
      : `${brand}: ${differing} of ${loans} loans differ from their ledger.`,
    ...named.map(
      ({ orderId, account, ledger, position }) =>
        `${brand} ${currency} order ${orderId} ${account}: ledger ${decimalText(ledger)}, loan ${decimalText(position)}`,
    ),
    ...uncomputed.map(({ orderId, error }) => `${brand} order ${orderId} could not be computed: ${error}`),
  ];
}

export const check = defineCommand({
  name: 'ledger check',
  summary: 'check that the books balance, match the loans, and the audit trail is unaltered',
  description: 'Reads every line of the ledger and of its archive, and every loan. Changes nothing.',
  arguments: {},
  options: {},
  difference:
    'the books do not balance, the archive is damaged, a loan differs, or the audit trail was altered',
  examples: ['ledger check', 'ledger check --json'],
  async run(_input, session) {
    const brandsDir = brandsFolder(session.environment.BRANDS_DIR || undefined, root);
    const { result } = await session.withOwner((db) => checkBooks(db, brandsDir));
    const { brands, broken, damaged, audit } = result;
    const isCorrect =
      broken.length === 0 &&
      damaged.length === 0 &&
      audit.broken === undefined &&
      brands.every(({ sum, differing }) => sum === 0 && differing === 0);
    return {
      data: { whole: isCorrect, brands, unbalancedJournals: broken, damagedArchive: damaged, audit },
      lines: [
        ...brands.flatMap(linesOf),
        broken.length === 0 ? 'Every journal balances.' : `Do not balance: ${broken.join(', ')}`,
        ...(damaged.length === 0
          ? []
          : [`The archive is damaged, and its loans were not compared: ${damaged.join(', ')}`]),
        auditLine(audit),
      ],
      hasFailed: !isCorrect,
    };
  },
});
