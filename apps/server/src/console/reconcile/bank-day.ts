import type { BankLine, ReconciledAccount, showBankDay } from '@hiram/contract/console/reconcile';
import type { OrderId } from '@hiram/contract/ids';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import { isClaimed } from '../../lending/payments/statements/statement-lines.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

/** Lines of a day that are shown: those that wait first. */
const maxLines = 200;

/** Posted, set aside by a person, or waiting. */
const state = sql<BankLine['state']>`case
  when statement_line.transfer_id is not null or statement_line.payment_id is not null then 'posted'
  when statement_line.set_aside_by is not null then 'setAside' else 'open' end`;

interface DayOfAccount {
  readonly brand: string;
  readonly account: string;
  readonly day: string;
  readonly received: string;
  readonly used: string;
  readonly open: number;
  readonly set_aside: number;
  readonly imported_at: Date;
}

/** The lender's own accounts beside the providers': what the bank's lines bring, and how much of it is posted. */
export async function bankAccounts(
  { brands }: Pick<AppContext, 'brands'>,
  db: Db,
  { from, day }: { readonly from: LocalDate; readonly day: LocalDate },
): Promise<readonly ReconciledAccount[]> {
  const { rows } = await sql<DayOfAccount>`
    select statement_line.brand, statement_line.account, booked_on::text as day, sum(amount) as received,
      coalesce(sum(amount) filter (where ${state} <> 'open'), 0) as used,
      count(*) filter (where ${state} = 'open')::int as open,
      count(*) filter (where ${state} = 'setAside')::int as set_aside, max(imported_at) as imported_at
    from statement_line join statement_import imported on imported.id = statement_line.import_id
    where booked_on between ${from} and ${day}
    group by statement_line.brand, statement_line.account, booked_on`.execute(db);
  const accounts = [...brands.values()].flatMap(({ id, transfers }) =>
    transfers.map(({ number, name, account }) => ({
      brand: id,
      number,
      name: `${name} ••${account.slice(-4)}`,
    })),
  );
  return accounts.flatMap(({ brand, number, name }) => {
    const own = rows.filter((row) => row.brand === brand && row.account === number);
    if (own.length === 0) return [];
    const now = own.find((row) => row.day === day);
    const stateOf = (one: string): ReconciledAccount['days'][number]['state'] => {
      const found = own.find((row) => row.day === one);
      if (!found) return 'none';
      if (found.open > 0) return 'differs';
      return found.set_aside > 0 ? 'explained' : 'agrees';
    };
    return [
      {
        provider: name,
        brand,
        account: number,
        ...(now
          ? {
              moved: { theirs: Number(now.received), ours: Number(now.used) },
              comparedAt: now.imported_at.toISOString(),
            }
          : {}),
        open: now?.open ?? 0,
        explained: now?.set_aside ?? 0,
        owners: [],
        days: Array.from({ length: 14 }, (_, at) => addDays(from, at)).map((one) => ({
          day: one,
          state: stateOf(one),
        })),
      },
    ];
  });
}

function likelyOf({
  is_claimed: isNamed,
  same_sum: sameSum,
}: {
  readonly is_claimed: boolean;
  readonly same_sum: number;
}): BankLine['likely'] {
  if (isNamed) return 'claimed';
  return sameSum > 0 ? 'sameSum' : 'nobody';
}

/** A day of one of the lender's accounts: its lines with what they paid, or whose they could be. */
export const showBank: StaffHandler<typeof showBankDay> = async (input, { db, context }) => {
  const brand = context.appContext.brands.get(input.brand);
  if (!brand?.transfers.some(({ number }) => number === input.account)) throw new NotFound('no such account');
  const day = localDate(input.day);
  const found = await db
    .selectFrom('statement_line')
    .leftJoin('utr_submission', 'utr_submission.id', 'statement_line.transfer_id')
    .leftJoin('payment', 'payment.id', 'statement_line.payment_id')
    .select(['statement_line.id', 'statement_line.reference', 'statement_line.amount'])
    .select('statement_line.set_aside_reason')
    .select([
      state.as('state'),
      isClaimed('statement_line').as('is_claimed'),
      sql<OrderId | null>`coalesce(utr_submission.order_id, payment.order_id)`.as('order_id'),
      sql<number>`(select count(*)::int from utr_submission claim where claim.brand = statement_line.brand
        and claim.state = 'review' and claim.amount = statement_line.amount)`.as('same_sum'),
    ])
    .where('statement_line.brand', '=', brand.id)
    .where('statement_line.account', '=', input.account)
    .where('statement_line.booked_on', '=', day)
    .orderBy(sql`${state} <> 'open'`)
    .orderBy('statement_line.line_no')
    .execute();
  const sum = (which: BankLine['state']) =>
    found.reduce((total, row) => total + (row.state === which ? row.amount : 0), 0);
  return {
    count: found.length,
    posted: sum('posted'),
    setAside: sum('setAside'),
    open: sum('open'),
    lines: found.slice(0, maxLines).map((row) => ({
      lineId: row.id,
      reference: row.reference,
      amount: row.amount,
      state: row.state,
      ...(row.order_id === null ? {} : { orderId: row.order_id }),
      ...(row.set_aside_reason === null ? {} : { reason: row.set_aside_reason }),
      ...(row.state === 'open' ? { likely: likelyOf(row) } : {}),
    })),
  };
};
