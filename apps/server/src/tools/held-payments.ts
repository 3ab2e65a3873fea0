/** `npm run held-payments`: lists what waits for a person; with options one is settled, or its picture is written to a file. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { localDate } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import { validate } from 'uuid';
import type { House } from '../context/app-context.ts';
import { type Decision, settle } from '../lending/review/resolve.ts';
import { otherDifferences, waitingForPerson } from '../lending/review/waiting.ts';
import { actAs } from '../platform/database/actor.ts';
import { centsOf } from './cents.ts';
import { personOf } from './person.ts';
import { withHouse } from './with-house.ts';

const usage = `Without options: what waits. To settle one:
  --post ID --by NAME [--on YYYY-MM-DD] [--order ID] [--amount 1234.56] [--why TEXT]
  --refuse ID --why TEXT --by NAME
NAME is who decides. --post takes --instead for a transfer that was given to another claim.
  --picture ID --out FILE    the picture that came with a transfer`;

type Asked =
  | { readonly id: string; readonly decision: Decision }
  | { readonly id: string; readonly file: string }
  | undefined;

function asked(): Asked {
  const text = { type: 'string' } as const;
  const options = {
    post: text,
    refuse: text,
    on: text,
    order: text,
    amount: text,
    why: text,
    by: text,
    picture: text,
    out: text,
    instead: { type: 'boolean' },
  } as const;
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
  try {
    ({ values } = parseArgs({ options }));
  } catch {
    throw new Error(usage);
  }
  const { post, refuse, on, order, amount, why, picture, out, instead } = values;
  if (picture !== undefined && out !== undefined && Object.keys(values).length === 2)
    return { id: picture, file: out };
  if (picture !== undefined || out !== undefined) throw new Error(usage);
  const sum = amount === undefined ? undefined : centsOf(amount);
  if (amount !== undefined && sum === undefined) throw new Error(usage);
  if (Object.keys(values).length === 0) return undefined;
  if ((post === undefined) === (refuse === undefined)) throw new Error(usage);
  const isDay = on === undefined || isLocalDate(on);
  if (post !== undefined && isDay)
    return {
      id: post,
      decision: {
        kind: 'post',
        on: on === undefined ? undefined : localDate(on),
        orderId: order,
        amount: sum,
        why,
        by: personOf(values.by),
        instead,
      },
    };
  const isAlone =
    post === undefined && on === undefined && order === undefined && amount === undefined && !instead;
  if (refuse !== undefined && why?.trim() && isAlone)
    return { id: refuse, decision: { kind: 'refuse', why, by: personOf(values.by) } };
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
  const others = await otherDifferences(house.db);
  for (const { provider, reason, count, since } of others)
    console.log(`${provider} ${reason}: ${count}, for ${ageOf(since, now)}`);
  const open = others.reduce((sum, { count }) => sum + count, 0);
  if (open > 0)
    console.log(
      `${open} more differences from the providers' statements are open; they close by themselves once they are gone (npm run reconcile lists a day's).`,
    );
}

/** The picture goes into a file of its own, for whoever runs the command alone; one that is there stays as it is. */
async function writePicture(house: House, id: string, file: string): Promise<void> {
  const found = validate(id)
    ? await house.db
        .selectFrom('utr_submission')
        .innerJoin('picture', 'picture.id', 'utr_submission.picture_id')
        .select('picture.file')
        .where('utr_submission.id', '=', id)
        .executeTakeFirst()
    : undefined;
  const bytes = found && (await house.ports.files.get(found.file));
  if (!bytes) throw new Error(`No picture came with ${id}.`);
  await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
  console.log(`${file}: ${bytes.length} bytes, a JPEG.`);
}

async function main(): Promise<void> {
  const wish = asked();
  await withHouse('held-payments', async (house) => {
    if (!wish) return list(house);
    if ('file' in wish) return writePicture(house, wish.id, wish.file);
    const outcome = await actAs(`tool held-payments by ${wish.decision.by}`, () =>
      settle(house, wish.id, wish.decision),
    );
    const done = wish.decision.kind === 'post' ? 'posted' : 'refused';
    console.log(outcome === 'repeated' ? `${wish.id} was ${done} before.` : `${wish.id}: ${done}.`);
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
