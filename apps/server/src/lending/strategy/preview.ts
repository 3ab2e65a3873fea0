import type { MessageCost, openAboutPreviewed, PreviewStep as Shown } from '@hiram/contract/console/strategy';
import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import { isMessageKind } from '../../brands/messages/message-kinds.ts';
import type { StrategyStep } from '../../brands/messages/strategy.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { localesOf } from '../borrowers/locale.ts';
import { complaintsOf, isRequestedOf, waitingOf } from '../loans/open-matters.ts';
import { renderNotice } from '../notices/render.ts';
import { noticedOrders, stillTrue } from '../notices/still-true.ts';
import { loansOf } from './strategies.ts';

/** Loans of a step that a preview names. */
const maxNamed = 20;

/** A loan of a step as the database knows it. */
interface FoundLoan extends Pick<Shown['named'][number], 'dueOn'> {
  readonly orderId: OrderId;
  readonly borrowerId: BorrowerId;
  readonly stop: string | null;
  readonly open: (typeof openAboutPreviewed)[number][];
}

/** With the text that its borrower would read, or why there is none. */
export interface PreviewLoan
  extends Pick<Shown['named'][number], 'dueOn' | 'isStopped' | 'stop' | 'open' | 'text' | 'why'> {
  readonly orderId: OrderId;
  readonly borrowerId: BorrowerId;
}

interface PreviewStep extends Pick<Shown, 'loans' | 'stopped'> {
  readonly step: StrategyStep;
  readonly named: readonly PreviewLoan[];
}

interface PreviewOf {
  /** Names no loan: it counts them. */
  readonly isBrief?: boolean;
  /** Renders the texts too, for who may read them. */
  readonly withTexts?: boolean;
  readonly brand: string;
  readonly steps: readonly StrategyStep[];
  readonly day: LocalDate;
}

/** What is open about a loan: money that was reported, an unanswered complaint, a request that waits for a second person. */
const openOf = (now: Date) => sql`array_remove(array[
  case when ${waitingOf(sql`due`)} > 0 then 'payment' end,
  case when ${complaintsOf(sql`due`)} > 0 then 'complaint' end,
  case when ${isRequestedOf(sql`due`, now)} then 'approval' end], null)`;

/** Lists the messages of a day by these steps, as the loans are now. It queues nothing. */
export async function previewSteps(
  db: Db,
  appContext: AppContext,
  { brand, steps, day, isBrief = false, withTexts = false }: PreviewOf,
): Promise<readonly PreviewStep[]> {
  const previews: PreviewStep[] = [];
  for (const step of steps) {
    const { rows } = await sql<FoundLoan & { loans: number; stopped: number }>`
      select id as "orderId", borrower_id as "borrowerId", next_due_on::text as "dueOn", stop, ${openOf(appContext.clock.now())} as open,
        (count(*) over ())::int as loans, (count(stop) over ())::int as stopped
      from (
        select o.id, o.borrower_id, o.next_due_on, (
          select kind from contact_stopped s where s.borrower_id = o.borrower_id and s.since <= now()
            and (s.until is null or s.until > now()) and s.channels is null limit 1) as stop
        from ${loansOf(step, brand, day)}
      ) due order by id limit ${maxNamed}`.execute(db);
    previews.push({
      step,
      loans: rows[0]?.loans ?? 0,
      stopped: rows[0]?.stopped ?? 0,
      named: isBrief ? [] : await previewLoans(db, appContext, { step, day, rows, withTexts }),
    });
  }
  return previews;
}

/** Counts the loans about which these steps are on a day. */
export async function countLoans(db: Db, { brand, steps, day }: PreviewOf): Promise<number> {
  let loans = 0;
  for (const step of steps) {
    const { rows } = await sql<{
      loans: number;
    }>`select count(*)::int as loans from ${loansOf(step, brand, day)}`.execute(db);
    loans += rows[0]?.loans ?? 0;
  }
  return loans;
}

/** Loans with the text that each borrower would read on the day, in their language, if it is asked for. */
async function previewLoans(
  db: Db,
  appContext: AppContext,
  {
    step,
    day,
    rows,
    withTexts,
  }: Required<Pick<PreviewOf, 'day' | 'withTexts'>> & {
    readonly step: StrategyStep;
    readonly rows: readonly FoundLoan[];
  },
): Promise<readonly PreviewLoan[]> {
  const loans = rows.map(
    ({ orderId, borrowerId, dueOn, stop, open }): PreviewLoan => ({
      orderId,
      borrowerId,
      dueOn,
      isStopped: stop !== null,
      ...(stop === null ? {} : { stop }),
      ...(open.length > 0 ? { open } : {}),
    }),
  );
  const { kind } = step;
  if (!isMessageKind(kind) || loans.length === 0) return loans;
  const orders = await noticedOrders(
    db,
    loans.map(({ orderId }) => ({ kind, order_id: orderId })),
  );
  const locales = await localesOf(
    db,
    appContext,
    loans.map(({ borrowerId }) => borrowerId),
  );
  const moment = { today: day, now: appContext.clock.now() };
  return loans.map((loan) => {
    const [order, locale] = [orders.get(loan.orderId), locales.get(loan.borrowerId)];
    if (!order || !locale) return loan;
    const truth = stillTrue(order, { kind, values: { date: loan.dueOn } }, moment);
    if (!truth.isTrue) return { ...loan, why: truth.why };
    if (!withTexts) return loan;
    return { ...loan, text: renderNotice(locale, kind, truth.values, appContext.config.publicUrl).text };
  });
}

/** The costs of a brand's messages on the days of its zone since a moment. */
export async function messageCosts(
  db: Db,
  { id, timeZone }: { readonly id: string; readonly timeZone: string },
  since: Date,
): Promise<readonly MessageCost[]> {
  const { rows } = await sql<MessageCost>`
    select (d.at at time zone ${timeZone})::date::text as day, d.channel,
      count(*) filter (where d.state in ('sent', 'delivered'))::int as messages, sum(d.segments)::int as segments,
      sum(d.cost)::int as cost, count(*) filter (where d.state = 'bounced')::int as bounced
    from delivery d join borrower b on b.id = d.borrower_id
    where d.at >= ${since} and b.brand = ${id}
    group by 1, 2 order by 1 desc, 2`.execute(db);
  return rows;
}
