import type { LocalDate } from '@hiram/loan';
import type { AppContext } from '../../context/app-context.ts';
import type { Difference } from '../../lending/reconciliation/difference.ts';
import { reconcileDay } from '../../lending/reconciliation/reconciliation.ts';
import { defineCommand } from '../command.ts';
import { anyText, day, option, required } from '../parameters.ts';

interface ComparedStatement {
  readonly provider: string;
  readonly differences: readonly Difference[];
}

async function compare(
  app: AppContext,
  day: LocalDate,
  provider: string | undefined,
): Promise<readonly ComparedStatement[]> {
  const { timeZone } = app.defaultBrand;
  const today = await app.clock.today(app.db, timeZone);
  if (day > today) throw new Error(`${day} is in the future.`);
  const statements = app.ports.statements.filter(({ name }) => provider === undefined || name === provider);
  const available = app.ports.statements.map(({ name }) => name).join(', ') || 'none';
  if (statements.length === 0) throw new Error(`No statement of ${provider}. Available: ${available}.`);
  const compared: ComparedStatement[] = [];
  for (const statement of statements) {
    const differences = await reconcileDay(app, statement, { timeZone, day, today });
    compared.push({ provider: statement.name, differences });
  }
  return compared;
}

export const reconcile = defineCommand({
  name: 'statements reconcile',
  summary: "compare a day's books with the providers' statements",
  description:
    'Posts payments that no message reported, stores each difference with its reason, and closes resolved ones.',
  arguments: {},
  options: {
    day: required('DAY', 'the day to compare, YYYY-MM-DD', day),
    provider: option('PROVIDER', 'only the statement of this provider', anyText),
  },
  change: {},
  difference: 'the books differ from a statement',
  examples: [
    'statements reconcile --day 2026-03-02',
    'statements reconcile --day 2026-03-02 --dry-run --json',
  ],
  async run({ day, provider }, session) {
    const { result, changes } = await session.withApp((app) => compare(app, day, provider));
    return {
      data: { day, statements: result },
      lines: result.flatMap(({ provider, differences }) => [
        ...differences.map(
          ({ kind, reference, reason, providerValue = '-', ledgerValue = '-' }) =>
            `${provider} ${kind} ${reference}: ${reason} (provider ${providerValue}, ledger ${ledgerValue})`,
        ),
        `${provider} ${day}: ${differences.length === 0 ? 'no difference' : `${differences.length} differ`}.`,
      ]),
      changes,
      hasFailed: result.some(({ differences }) => differences.length > 0),
    };
  },
});
