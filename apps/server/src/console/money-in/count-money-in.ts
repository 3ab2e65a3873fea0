import type { countMoneyIn } from '@hiram/contract/console/money-in';
import { allBrands } from '@hiram/contract/console/rights';
import { sql } from 'kysely';
import { isClaimed } from '../../lending/payments/statements/statement-lines.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { waitingMessages } from './message-rows.ts';

/** Messages that are counted: more are shown as this many. */
const maxCounted = 1_000;

/** The number of waiting entries of each tab, and the accounts of the brand with their latest statements. */
export const count: StaffHandler<typeof countMoneyIn> = async (_input, { db, brand, context }) => {
  const { brands } = context.appContext;
  const messages = await waitingMessages(db, brand, sql``, maxCounted);
  const outcome = (name: string) => messages.filter((message) => message.outcome === name).length;
  const waiting = await counts(db, brand);
  const accounts = [];
  for (const { number, name, account } of brands.get(brand)?.transfers ?? [])
    accounts.push({
      account: number,
      name,
      number: `••${account.slice(-4)}`,
      ...(await latestStatement(db, brand, number)),
    });
  return {
    ...waiting,
    unknown: outcome('unknown'),
    contradicted: outcome('contradicted'),
    accounts,
  };
};

async function counts(db: Db, brand: string) {
  const ofBrand = (column: string) => (brand === allBrands ? sql`true` : sql`${sql.ref(column)} = ${brand}`);
  const { rows } = await sql<{ transfers: string; held: string; lines: string }>`select
    (select count(*) from utr_submission where state = 'review' and ${ofBrand('utr_submission.brand')}) as transfers,
    (select count(*) from payment
      join loan_order on loan_order.borrower_id = payment.borrower_id and loan_order.id = payment.order_id
      where payment.state = 'held' and ${ofBrand('loan_order.brand')}) as held,
    (select count(*) from (select from statement_line where transfer_id is null and payment_id is null and set_aside_by is null
      and not ${isClaimed('statement_line')} and ${ofBrand('statement_line.brand')} limit ${maxCounted}) as open) as lines`.execute(
    db,
  );
  const [row] = rows;
  return {
    transfers: Number(row?.transfers ?? 0),
    held: Number(row?.held ?? 0),
    lines: Number(row?.lines ?? 0),
  };
}

async function latestStatement(db: Db, brand: string, account: string) {
  const last = await db
    .selectFrom('statement_line')
    .select('booked_on')
    .where('brand', '=', brand)
    .where('account', '=', account)
    .orderBy('booked_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? { lastBookedOn: last.booked_on } : {};
}
