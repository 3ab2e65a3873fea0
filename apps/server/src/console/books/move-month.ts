import { closeChecks } from '@hiram/contract/console/books';
import { sql } from 'kysely';
import { findPeriod } from '../../lending/books/balances.ts';
import { checkClose } from '../../lending/books/close-checks.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { isRejection, type Rejection, reject } from '../../platform/errors/rejection.ts';
import type { Action, ActionScope, Effect } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';

/** Everything that posts or closes waits for this row. */
export async function lockBook({ db, brand }: ActionScope): Promise<void> {
  await sql`select lock_gl_book(${brand}) from installation`.execute(db);
}

type Period = NonNullable<Awaited<ReturnType<typeof findPeriod>>>;

/** The move of a month to a state, which two persons decide. `effect`: what it does, of a month in the other state. */
const moveTo = <Reason extends string>(
  state: 'open' | 'closed',
  already: 'monthOpen' | 'monthClosed',
  effect: (db: Db, period: Period) => Promise<Pick<Effect, 'lines' | 'facts' | 'notes'> | Rejection<Reason>>,
): Action<{ month: string }, 'noSuchMonth' | typeof already | Reason> => ({
  name: state === 'closed' ? 'books.close' : 'books.reopen',
  right: state === 'closed' ? 'books.close' : 'books.reopen',
  approvalRight: 'books.approveRequest',
  lock: lockBook,
  async preview(scope, { month }) {
    const brand = oneBrandOf(scope);
    const period = await findPeriod(scope.db, brand, month);
    if (!period) return reject('noSuchMonth', { field: 'month' });
    if (period.state === state) return reject(already, { field: 'month' });
    const moved = await effect(scope.db, period);
    if (isRejection(moved)) return moved;
    const subjectId = `${brand} ${month}`;
    return { subject: 'gl_period', subjectId, amount: undefined, needsTwo: true, ...moved };
  },
  async perform({ db, brand }, { month }, { approvalId }) {
    await sql`select move_gl_period(${brand}, ${month}, ${state}, ${approvalId}) from installation`.execute(
      db,
    );
  },
});

/** Closes a month after its checks. Nothing is posted into it any more, by any login. */
export const closeAction = moveTo('closed', 'monthClosed', async (db, { brand, month }) => {
  const checks = await checkClose(db, brand, month);
  const open = checks.filter((check) => check.open > 0);
  if (open.length > 0)
    return reject('notReady', {
      field: 'month',
      values: { what: open.map(({ text }) => text).join('; ') },
    });
  return {
    lines: [{ label: 'Month', before: `${month} open`, after: `${month} closed` }],
    facts: checks.map(({ name, text }) => ({ label: closeChecks[name], text })),
    notes: [
      'Nothing is posted into the month any more. What comes later lands in the next open one and names its day.',
    ],
  };
});

/** Reopens a closed month, the last one that is closed. */
export const reopenAction = moveTo('open', 'monthOpen', async (db, { brand, month, digest }) => {
  const later = await db
    .selectFrom('gl_period')
    .select('month')
    .where('brand', '=', brand)
    .where('month', '>', month)
    .where('state', '=', 'closed')
    .executeTakeFirst();
  if (later) return reject('laterClosed', { field: 'month' });
  return {
    lines: [
      { label: 'Month', before: `${month} closed`, after: `${month} open` },
      { label: 'Digest', before: digest?.toString('hex') ?? '', after: '' },
    ],
    notes: ['The closing and the reopening are shown for ever.'],
  };
});
