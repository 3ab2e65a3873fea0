import type { listAccounts, ReconciledAccount } from '@hiram/contract/console/reconcile';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import type { Db } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { actionScope } from '../actions/scope.ts';
import { bankAccounts } from './bank-day.ts';
import { type DifferenceRow, differenceRows } from './list-differences.ts';

/** Days that are shown beside each other. */
const shownDays = 14;

/** The accounts at providers by brand, so that no figure is of two currencies: the day, and the days before it. */
export const showAccounts: StaffHandler<typeof listAccounts> = async (input, request) => {
  const { db, context } = request;
  const { today } = await actionScope(request);
  const day = input.day === undefined ? await usualDay(db, today) : localDate(input.day);
  if (day > today) return reject('futureDay', { field: 'day' });
  const from = addDays(day, 1 - shownDays);
  const compared = await db
    .selectFrom('reconciliation_day')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', day)
    .execute();
  const differences = await differenceRows(db)
    .where('difference.day', '>=', from)
    .where('difference.day', '<=', day)
    .execute();
  const accounts = new Map<string, Pick<ReconciledAccount, 'provider' | 'brand'>>();
  const add = (provider: string, brand: string | null) =>
    accounts.set(`${provider} ${brand ?? ''}`, { provider, ...(brand === null ? {} : { brand }) });
  for (const row of compared) if (hasMoved(row)) add(row.provider, row.brand);
  for (const { provider, brand } of differences) add(provider, brand);
  const order = [...context.appContext.brands.keys()];
  const place = ({ brand }: Pick<ReconciledAccount, 'brand'>) =>
    brand === undefined ? order.length : order.indexOf(brand);
  return {
    day,
    today,
    providers: context.appContext.ports.statements.map(({ name }) => name),
    accounts: [
      ...(await bankAccounts(context.appContext, db, { from, day })),
      ...[...accounts.values()].map((account) => shownAccount(account, { day, from }, compared, differences)),
    ].sort((one, other) => place(one) - place(other) || one.provider.localeCompare(other.provider)),
  };
};

/** The day that the page opens at: today once it was compared, else yesterday. */
async function usualDay(db: Db, today: LocalDate): Promise<LocalDate> {
  const compared = await db
    .selectFrom('reconciliation_day')
    .select('day')
    .where('day', '=', today)
    .limit(1)
    .executeTakeFirst();
  return compared ? today : addDays(today, -1);
}

type ComparedRow = Record<
  'their_payments' | 'our_payments' | 'their_payouts' | 'our_payouts' | 'their_other' | 'our_other',
  number
> & { readonly provider: string; readonly brand: string; readonly day: string; readonly compared_at: Date };

const theirs = (row: ComparedRow) => row.their_payments + row.their_payouts + row.their_other;
const ours = (row: ComparedRow) => row.our_payments + row.our_payouts + row.our_other;
const figures = [
  'their_payments',
  'our_payments',
  'their_payouts',
  'our_payouts',
  'their_other',
  'our_other',
] as const;
const hasMoved = (row: ComparedRow) => figures.some((figure) => row[figure] !== 0);

function shownAccount(
  account: Pick<ReconciledAccount, 'provider' | 'brand'>,
  { day, from }: { readonly day: LocalDate; readonly from: LocalDate },
  compared: readonly ComparedRow[],
  differences: readonly DifferenceRow[],
): ReconciledAccount {
  const isOwn = ({ provider, brand }: { readonly provider: string; readonly brand: string | null }) =>
    provider === account.provider && (brand ?? undefined) === account.brand;
  const [days, found] = [compared.filter(isOwn), differences.filter(isOwn)];
  const now = days.find((row) => row.day === day);
  // What names no brand is compared with the provider's brands.
  const comparedAt = (
    now ??
    (account.brand === undefined
      ? compared.find((row) => row.day === day && row.provider === account.provider)
      : undefined)
  )?.compared_at;
  const ofDay = found.filter((row) => row.day === day);
  const open = ofDay.filter(({ explanation }) => explanation === null);
  const stateOf = (one: string): ReconciledAccount['days'][number]['state'] => {
    const some = found.filter((row) => row.day === one);
    if (some.some(({ explanation }) => explanation === null)) return 'differs';
    if (some.length > 0) return 'explained';
    // What names no brand of ours has no figures of its own: a day without a difference is as any other one of the provider.
    const isCompared = compared.some(
      (row) =>
        row.day === one &&
        row.provider === account.provider &&
        (row.brand === account.brand || !account.brand),
    );
    return isCompared ? 'agrees' : 'none';
  };
  return {
    ...account,
    ...(now ? { moved: { theirs: theirs(now), ours: ours(now) } } : {}),
    ...(comparedAt ? { comparedAt: comparedAt.toISOString() } : {}),
    open: open.length,
    explained: ofDay.length - open.length,
    owners: [...new Set(open.flatMap(({ owner_name }) => owner_name ?? []))],
    days: Array.from({ length: shownDays }, (_, at) => {
      const one = addDays(from, at);
      return { day: one, state: stateOf(one) };
    }),
  };
}
