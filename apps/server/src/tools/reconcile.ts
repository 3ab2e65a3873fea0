/** `npm run reconcile -- --day YYYY-MM-DD [--provider NAME]`: compares a day with the providers' statements, and lists what differs. */
import { parseArgs } from 'node:util';
import { type LocalDate, localDate } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import type { House } from '../context/app-context.ts';
import { reconcileDay } from '../lending/reconciliation/reconciliation.ts';
import { withHouse } from './with-house.ts';

const usage = 'Say which day: --day YYYY-MM-DD, and if it is not to be every provider, --provider NAME.';

function asked(): { day: LocalDate; provider: string | undefined } {
  try {
    const { values } = parseArgs({ options: { day: { type: 'string' }, provider: { type: 'string' } } });
    if (values.day !== undefined && isLocalDate(values.day))
      return { day: localDate(values.day), provider: values.provider };
  } catch {
    // An option that nobody knows: what there is, is said below.
  }
  throw new Error(usage);
}

async function compare(house: House, { day, provider }: ReturnType<typeof asked>): Promise<boolean> {
  const { timeZone } = house.defaultBrand;
  const today = await house.clock.today(house.db, timeZone);
  if (day > today) throw new Error(`${day} has not come yet.`);
  const statements = house.ports.statements.filter(({ name }) => provider === undefined || name === provider);
  const named = house.ports.statements.map(({ name }) => name).join(', ') || 'none';
  if (statements.length === 0) throw new Error(`No statement of ${provider}: there is ${named}.`);
  let isWhole = true;
  for (const statement of statements) {
    const found = await reconcileDay(house, statement, timeZone, day, today);
    for (const { kind, reference, reason, theirs = '-', ours = '-' } of found)
      console.log(`${statement.name} ${kind} ${reference}: ${reason} (theirs ${theirs}, ours ${ours})`);
    console.log(
      `${statement.name} ${day}: ${found.length === 0 ? 'no difference' : `${found.length} differ`}.`,
    );
    isWhole &&= found.length === 0;
  }
  return isWhole;
}

async function main(): Promise<void> {
  const wish = asked();
  process.exitCode = (await withHouse('reconcile', (house) => compare(house, wish))) ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
