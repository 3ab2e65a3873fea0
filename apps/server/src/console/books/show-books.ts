import type {
  checkMonth,
  JournalKind,
  listPeriods,
  listUnexplained,
  showBooks,
} from '@hiram/contract/console/books';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { accountOf } from '../../brands/chart.ts';
import { accountSums, findPeriod, postedThrough } from '../../lending/books/balances.ts';
import { checkClose } from '../../lending/books/close-checks.ts';
import { unexplainedLines } from '../../lending/books/unexplained-lines.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { actionScope, oneBrandOf } from '../actions/scope.ts';

/** Every account with its balance at the end of a day, and what moved in the month of that day. */
export const show: StaffHandler<typeof showBooks> = async ({ on: requestedDay }, request) => {
  const { db } = request;
  const brand = oneBrandOf(request);
  const { today } = await actionScope(request);
  const through = await postedThrough(db, brand);
  const on = localDate(requestedDay ?? through ?? today);
  const toDate = await accountSums(db, brand, { to: on });
  const ofMonth = await accountSums(db, brand, { from: localDate(`${on.slice(0, 7)}-01`), to: on });
  const chart = request.context.appContext.brands.get(brand)?.chart;
  const cash = new Set(
    chart?.accounts
      .filter(({ components }) => components.some((component) => /^cash(:|$)/.test(component)))
      .map(({ code }) => code),
  );
  const unidentified = chart && accountOf(chart, 'suspense');
  const parts = unidentified === undefined ? [] : await partsOf(db, { brand, account: unidentified, on });
  const moved = new Map(ofMonth.map(({ code, amount }) => [code, amount]));
  return {
    ...(through === undefined ? {} : { through }),
    on,
    today,
    accounts: toDate.map(({ code, name, type, externalCode, amount }) => ({
      code,
      name,
      type,
      ...(externalCode === null ? {} : { externalCode }),
      ...(cash.has(code) ? { isCash: true } : {}),
      ...(code === unidentified ? { isUnidentified: true, parts: [...parts] } : {}),
      amount,
      moved: moved.get(code) ?? 0,
    })),
  };
};

interface Balance {
  readonly brand: string;
  readonly account: string;
  readonly on: LocalDate;
}

/** What the journals of each kind left on an account, at the end of a day. */
async function partsOf(
  db: Db,
  { brand, account, on }: Balance,
): Promise<readonly { readonly kind: JournalKind; readonly amount: number }[]> {
  const { rows } = await sql<{ readonly kind: JournalKind; readonly amount: number }>`
    select journal.kind, sum(line.amount)::bigint as amount
    from gl_journal journal join gl_line line on line.journal_id = journal.id
    where journal.brand = ${brand} and line.account = ${account} and journal.posted_on <= ${on}
    group by journal.kind having sum(line.amount) <> 0 order by journal.kind`.execute(db);
  return rows;
}

/** The months of the books with their closings and reopenings. */
export const showPeriods: StaffHandler<typeof listPeriods> = async (_input, request) => {
  const { db } = request;
  const brand = oneBrandOf(request);
  const periods = await db
    .selectFrom('gl_period')
    .selectAll()
    .where('brand', '=', brand)
    .orderBy('month', 'desc')
    .execute();
  const moves = await db
    .selectFrom('gl_closing')
    .selectAll()
    .where('brand', '=', brand)
    .orderBy('at', 'desc')
    .execute();
  const movesOf = Map.groupBy(moves, (move) => move.month);
  return {
    periods: periods.map(({ month, state, closed_at, closed_by, digest }) => ({
      month,
      state,
      ...(closed_at === null ? {} : { closedAt: closed_at.toISOString() }),
      ...(closed_by === null ? {} : { closedBy: closed_by }),
      ...(digest === null ? {} : { digest: digest.toString('hex') }),
      moves: (movesOf.get(month) ?? []).map((move) => ({
        state: move.state,
        at: move.at.toISOString(),
        by: move.decided_by,
        second: move.seconded_by,
        reason: move.reason,
      })),
    })),
  };
};

/** The checks of a month, as a closing would make them now. */
export const showChecks: StaffHandler<typeof checkMonth> = async ({ month }, request) => {
  const { db } = request;
  const brand = oneBrandOf(request);
  if (!(await findPeriod(db, brand, month))) return reject('noSuchMonth', { field: 'month' });
  return { checks: await checkClose(db, brand, month) };
};

const mostUnexplained = 50;

/** The lines of banks' statements that a journal by hand can explain. */
export const showUnexplained: StaffHandler<typeof listUnexplained> = async (_input, request) => {
  const { today } = await actionScope(request);
  const { rows: lines } = await sql<StaffOutput<typeof listUnexplained>['lines'][number]>`
    select line.id as "lineId", line.booked_on as "bookedOn", line.amount, line.reference, line.set_aside_reason as because
    from ${unexplainedLines(oneBrandOf(request), today)} order by line.booked_on, line.id limit ${mostUnexplained}`.execute(
    request.db,
  );
  return { lines: lines.map(({ because, ...line }) => ({ ...line, ...(because ? { because } : {}) })) };
};
