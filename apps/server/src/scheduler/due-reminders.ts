import { formatCents, type LocalDate, position } from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../brands/brand.ts';
import { lawContactHours } from '../brands/markets/laws.ts';
import { markets } from '../brands/markets/markets.ts';
import { formatDate } from '../brands/texts/dates.ts';
import { isWorkingDay } from '../brands/working-days.ts';
import type { AppContext } from '../context/app-context.ts';
import { textAboutLoan } from '../lending/loans/loan-texts.ts';
import { engineEvents, loadEvents, loadOrder } from '../lending/loans/loans.ts';
import { dayIn } from '../platform/clock/clock.ts';
import { inTransaction } from '../platform/database/connect.ts';

const batch = 50;
/** Hours of the borrower's day in which nobody minds a text about money; a market's law may narrow them. */
const courteousHours = { from: 8, until: 19 };

/** Whether a brand may remind now: in the hours, and on the days, that its market's law and its own terms leave. */
export function isContactHour(
  now: Date,
  { market, timeZone, holidays }: Pick<Brand, 'market' | 'timeZone' | 'holidays'>,
): boolean {
  const law = lawContactHours(markets[market].laws);
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(now),
  );
  if (hour < Math.max(courteousHours.from, law?.from ?? 0)) return false;
  if (hour >= Math.min(courteousHours.until, law?.until ?? 24)) return false;
  return law?.days !== 'working' || isWorkingDay(dayIn(timeZone, now), holidays);
}

/**
 * The tick's part: a text before each due date, once the loan is within its own days of reminding, by day alone (in the
 * sandbox at any hour), and not while a payment waits for a person. A date that moved is another date. Several servers pass over each other's orders.
 */
export async function remindOfDueDates(
  appContext: AppContext,
  brand: Brand,
  today: LocalDate,
): Promise<void> {
  if (!appContext.config.sandbox && !isContactHour(appContext.clock.now(), brand)) return;
  for (let after = ''; ; ) {
    const looked = await inTransaction(appContext.db, async (trx) => {
      let query = trx
        .selectFrom('loan_order')
        .select(['id', 'borrower_id'])
        .where('brand', '=', brand.id)
        .where('status', 'in', [170, 174])
        .where('next_due_on', '>=', today)
        .where(sql<boolean>`next_due_on - ${today}::date <= (terms ->> 'reminderDays')::integer`)
        .where(
          sql<boolean>`not exists (select from text_event sent where sent.borrower_id = loan_order.borrower_id
            and sent.order_id = loan_order.id and sent.event = 'due ' || loan_order.next_due_on::text)`,
        )
        // Whose payment waits for a person may have paid.
        .where(
          sql<boolean>`not exists (select from payment held where held.borrower_id = loan_order.borrower_id
            and held.order_id = loan_order.id and held.state = 'held')`,
        )
        .orderBy('id')
        .limit(batch)
        .forUpdate()
        .skipLocked();
      if (after !== '') query = query.where('id', '>', after);
      const due = await query.execute();
      for (const { id, borrower_id } of due) await remind(id, borrower_id);
      return due;

      async function remind(id: string, borrowerId: string): Promise<void> {
        const order = await loadOrder(trx, borrowerId, id);
        const stand = position(order.terms, engineEvents(await loadEvents(trx, order)), today);
        const next = stand.instalments.find((one) => one.unpaid > 0);
        if (!next || next.dueDate !== order.next_due_on) return;
        await textAboutLoan(trx, appContext, order, {
          event: `due ${next.dueDate}`,
          text: 'sms.dueSoon',
          values: (locale) => ({
            amount: formatCents(next.unpaid, locale.brand.money),
            date: formatDate(next.dueDate, locale.lang),
          }),
        });
      }
    });
    if (looked.length < batch) return;
    after = looked[looked.length - 1]?.id ?? '';
  }
}
