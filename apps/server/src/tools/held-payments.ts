/** `npm run held-payments`: lists what waits for a person; `-- --post ID` or `-- --refuse ID --why TEXT` settles one. */
import { parseArgs } from 'node:util';
import { localDate } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import type { House } from '../house.ts';
import { type Decision, settle } from '../lending/settle-by-person.ts';
import { waitingForPerson } from '../lending/waiting-for-person.ts';
import { centsOf } from './cents.ts';
import { withHouse } from './with-house.ts';

const usage = `Without options: what waits. To settle one:
  --post ID [--on YYYY-MM-DD] [--order ID] [--amount 1234.56] [--why TEXT]
  --refuse ID --why TEXT`;

type Asked = { readonly id: string; readonly decision: Decision } | undefined;

function asked(): Asked {
  const text = { type: 'string' } as const;
  const options = { post: text, refuse: text, on: text, order: text, amount: text, why: text };
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
  try {
    ({ values } = parseArgs({ options }));
  } catch {
    throw new Error(usage);
  }
  const { post, refuse, on, order, amount, why } = values;
  const sum = amount === undefined ? undefined : centsOf(amount);
  if (amount !== undefined && sum === undefined) throw new Error(usage);
  if (Object.keys(values).length === 0) return undefined;
  const isDay = on === undefined || isLocalDate(on);
  if (post !== undefined && refuse === undefined && isDay)
    return {
      id: post,
      decision: {
        kind: 'post',
        on: on === undefined ? undefined : localDate(on),
        orderId: order,
        amount: sum,
        why,
      },
    };
  const isAlone = post === undefined && on === undefined && order === undefined && amount === undefined;
  if (refuse !== undefined && why?.trim() && isAlone)
    return { id: refuse, decision: { kind: 'refuse', why } };
  throw new Error(usage);
}

function ageOf(since: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - since.getTime()) / 3_600_000);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

async function list(house: House): Promise<void> {
  const all = await waitingForPerson(house.db);
  const now = house.clock.now();
  for (const { id, provider, what, reason, amount, since } of all) {
    const sum = amount === undefined ? '' : `, ${(amount / 100).toFixed(2)}`;
    console.log(
      `${id ?? '(npm run reconcile)'}: ${provider} ${what}${sum}: ${reason}; for ${ageOf(since, now)}`,
    );
  }
  console.log(all.length === 0 ? 'Nothing waits for a person.' : `${all.length} wait for a person.`);
}

async function main(): Promise<void> {
  const wish = asked();
  await withHouse('held-payments', async (house) => {
    if (!wish) return list(house);
    const outcome = await settle(house, wish.id, wish.decision);
    const done = wish.decision.kind === 'post' ? 'posted' : 'refused';
    console.log(outcome === 'repeated' ? `${wish.id} was ${done} before.` : `${wish.id}: ${done}.`);
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
