import type { LocalDate } from '@hiram/loan';
import { cents } from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import { taxesOn, taxOf } from '../../brands/markets/taxes.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

/**
 * The taxes on what a brand lent, charged and received in a period, by the rules that hold on its last day,
 * each with its base and amount in cents. From the loans' own ledger, archived loans included. Nothing is
 * posted: what is due is a journal by hand.
 */
export async function taxesOf(
  db: Db,
  brand: Brand,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
) {
  const { rows: lent } = await sql<Record<'amount' | 'days' | 'loans', number>>`
    select amount, (terms ->> 'termDays')::integer as days, count(*)::integer as loans from loan_order
    where brand = ${brand.id} and disbursed_on between ${from} and ${to} group by 1, 2`.execute(db);
  const { rows: income } = await sql<{ account: string; amount: number }>`
    select line.account, -sum(line.amount)::bigint as amount from every_journal journal
    join every_journal_line line on line.journal_id = journal.id and line.borrower_id = journal.borrower_id and line.order_id = journal.order_id
    where journal.brand = ${brand.id} and journal.posted_on between ${from} and ${to} and line.account like 'income:%'
    group by 1`.execute(db);
  const received = (accounts: (account: string) => boolean) =>
    income.reduce((sum, { account, amount }) => sum + (accounts(account) ? amount : 0), 0);
  const bases = {
    fee: received((account) => account === 'income:fee'),
    interest: received((account) => account === 'income:interest'),
    income: received(() => true),
  };
  return taxesOn(markets[brand.market].country, to).map((tax) => {
    if (tax.base !== 'lent')
      return { tax, base: cents(bases[tax.base]), amount: taxOf(tax, bases[tax.base]) };
    const sum = (of: (each: (typeof lent)[number]) => number) =>
      cents(lent.reduce((total, each) => total + of(each) * each.loans, 0));
    return {
      tax,
      base: sum(({ amount }) => amount),
      amount: sum(({ amount, days }) => taxOf(tax, amount, days)),
    };
  });
}
