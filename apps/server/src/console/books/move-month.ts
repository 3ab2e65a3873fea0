import { closeChecks } from '@hiram/contract/console/books';
import { sql } from 'kysely';
import { findPeriod } from '../../lending/books/balances.ts';
import { checkClose } from '../../lending/books/close-checks.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { Action, ActionScope } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';

/** Everything that posts or closes waits for this row. */
export async function lockBook({ db, brand }: ActionScope): Promise<void> {
  await sql`select lock_gl_book(${brand}) from installation`.execute(db);
}

const move = ({ db, brand }: ActionScope, month: string, state: 'open' | 'closed', approvalId: string) =>
  sql`select move_gl_period(${brand}, ${month}, ${state}, ${approvalId}) from installation`.execute(db);

/** Both move a month, and two persons decide it. */
const ofTwo = (brand: string, month: string) =>
  ({ subject: 'gl_period', subjectId: `${brand} ${month}`, amount: undefined, needsTwo: true }) as const;

/** Closes a month after its checks. Nothing is posted into it any more, by any login. */
export const closeAction: Action<{ month: string }, 'noSuchMonth' | 'monthClosed' | 'notReady'> = {
  name: 'books.close',
  right: 'books.close',
  approvalRight: 'books.approveRequest',
  lock: lockBook,
  async preview(scope, { month }) {
    const brand = oneBrandOf(scope);
    const period = await findPeriod(scope.db, brand, month);
    if (!period) return reject('noSuchMonth', { field: 'month' });
    if (period.state === 'closed') return reject('monthClosed', { field: 'month' });
    const checks = await checkClose(scope.db, brand, month);
    const open = checks.filter((check) => check.open > 0);
    if (open.length > 0)
      return reject('notReady', {
        field: 'month',
        values: { what: open.map(({ text }) => text).join('; ') },
      });
    return {
      ...ofTwo(brand, month),
      lines: [{ label: 'Month', before: `${month} open`, after: `${month} closed` }],
      facts: checks.map(({ name, text }) => ({ label: closeChecks[name], text })),
      notes: [
        'Nothing is posted into the month any more. What comes later lands in the next open one and names its day.',
      ],
    };
  },
  async perform(scope, { month }, { approvalId }) {
    await move(scope, month, 'closed', approvalId);
  },
};

/** Reopens a closed month, the last one that is closed. */
export const reopenAction: Action<{ month: string }, 'noSuchMonth' | 'monthOpen' | 'laterClosed'> = {
  name: 'books.reopen',
  right: 'books.reopen',
  approvalRight: 'books.approveRequest',
  lock: lockBook,
  async preview(scope, { month }) {
    const brand = oneBrandOf(scope);
    const period = await findPeriod(scope.db, brand, month);
    if (!period) return reject('noSuchMonth', { field: 'month' });
    if (period.state === 'open') return reject('monthOpen', { field: 'month' });
    const later = await scope.db
      .selectFrom('gl_period')
      .select('month')
      .where('brand', '=', brand)
      .where('month', '>', month)
      .where('state', '=', 'closed')
      .executeTakeFirst();
    if (later) return reject('laterClosed', { field: 'month' });
    return {
      ...ofTwo(brand, month),
      lines: [
        { label: 'Month', before: `${month} closed`, after: `${month} open` },
        { label: 'Digest', before: period.digest?.toString('hex') ?? '', after: '' },
      ],
      notes: ['The closing and the reopening are shown for ever.'],
    };
  },
  async perform(scope, { month }, { approvalId }) {
    await move(scope, month, 'open', approvalId);
  },
};
