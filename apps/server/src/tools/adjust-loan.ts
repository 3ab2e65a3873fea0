/** `npm run adjust-loan -- --order ID …`: forgives what is owed, books what was paid back of a credit, writes a loan off. */
import { parseArgs } from 'node:util';
import {
  type Adjustment,
  adjustLoan,
  buckets,
  type Grounds,
  type Standing,
  standingOf,
} from '../lending/review/adjust-loan.ts';
import { centsOf } from './cents.ts';
import { withHouse } from './with-house.ts';

const usage = `--order ID alone: how it stands. To adjust it, one of
  --waive [--principal 1.00] [--interest 1.00] [--late 1.00] [--penalty 1.00]
  --refund 1.00 [--from NAME]   what the borrower was paid back of their credit: the way it came (--from where there are several),
                                after the days in which its channel may take it back
  --write-off
with --reference TEXT (the memo's, the bank's: told again by the same, nothing changes) and --why TEXT.`;

interface Asked {
  readonly orderId: string;
  readonly wish: { readonly adjustment: Adjustment; readonly grounds: Grounds } | undefined;
}

const text = { type: 'string' } as const;
const options = {
  order: text,
  waive: { type: 'boolean' },
  principal: text,
  interest: text,
  late: text,
  penalty: text,
  refund: text,
  from: text,
  'write-off': { type: 'boolean' },
  reference: text,
  why: text,
} as const;
type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

function amountOf(typed: string): number {
  const amount = centsOf(typed);
  if (amount === undefined) throw new Error(`${typed} is no amount: write 1234.56.\n${usage}`);
  return amount;
}

/** Undefined where none, or more than one, is asked for, or with what belongs to another. */
function adjustmentOf(given: Options): Adjustment | undefined {
  const { waive, refund, from, 'write-off': writeOff } = given;
  const hasBucket = buckets.some((bucket) => given[bucket] !== undefined);
  if ([waive, refund, writeOff].filter((one) => one !== undefined).length !== 1) return undefined;
  if (hasBucket !== (waive === true) || (from !== undefined && refund === undefined)) return undefined;
  if (writeOff) return { kind: 'writtenOff' };
  if (refund !== undefined)
    return { kind: 'refunded', amount: amountOf(refund), ...(from === undefined ? {} : { from }) };
  const of = (typed: string | undefined) => (typed === undefined ? 0 : amountOf(typed));
  const { principal, interest, late, penalty } = given;
  return {
    kind: 'waived',
    amounts: { principal: of(principal), interest: of(interest), late: of(late), penalty: of(penalty) },
  };
}

function asked(): Asked {
  let given: Options;
  try {
    given = parseArgs({ options }).values;
  } catch {
    throw new Error(usage);
  }
  const { order, reference, why, ...rest } = given;
  if (order === undefined) throw new Error(usage);
  if (Object.keys(given).length === 1) return { orderId: order, wish: undefined };
  const adjustment = adjustmentOf(rest);
  if (!adjustment || !reference?.trim() || !why?.trim()) throw new Error(usage);
  return { orderId: order, wish: { adjustment, grounds: { reference: reference.trim(), why: why.trim() } } };
}

function lineOf({ status, owed, credit, isWrittenOff }: Standing): string {
  const amount = (sum: number) => (sum / 100).toFixed(2);
  const parts = buckets.map((bucket) => `${bucket} ${amount(owed[bucket])}`).join(', ');
  return `status ${status}${isWrittenOff ? ', written off' : ''}; owed: ${parts}; credit ${amount(credit)}`;
}

async function main(): Promise<void> {
  const { orderId, wish } = asked();
  await withHouse('adjust-loan', async (house) => {
    if (wish) {
      const outcome = await adjustLoan(house, orderId, wish.adjustment, wish.grounds);
      console.log(outcome === 'repeated' ? 'It was done before.' : 'Done.');
    }
    console.log(lineOf(await standingOf(house, orderId)));
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
