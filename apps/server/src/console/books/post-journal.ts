import type { ReasonOf, RequestOf } from '@hiram/contract/console/action-calls';
import type { postJournal } from '@hiram/contract/console/books';
import type { StaffId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { accountOf } from '../../brands/chart.ts';
import { findBook, findPeriod, onSides } from '../../lending/books/balances.ts';
import {
  isOpenLine,
  lockLine,
  lockStatements,
  setAside,
} from '../../lending/payments/statements/statement-lines.ts';
import { NotFound, type Rejection, reject } from '../../platform/errors/rejection.ts';
import type { Action, ActionScope } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';
import { lockBook } from './move-month.ts';

type JournalRequest = RequestOf<typeof postJournal>;
type Reason = ReasonOf<typeof postJournal>;

/** Components that a journal by hand may move. The others are what the loans are: the daily run alone posts them. */
const byHand = new Set(['bank', 'providerFee', 'suspense']);

/** Refuses accounts that take no line by hand; undefined: all of them do. */
async function refusedAccount(
  { db, brand, appContext }: ActionScope,
  lines: JournalRequest['lines'],
): Promise<Rejection<Reason> | undefined> {
  const accounts = appContext.brands.get(brand)?.chart.accounts ?? [];
  const stored = await db.selectFrom('gl_account').select('code').where('brand', '=', brand).execute();
  for (const { account } of lines) {
    const found = accounts.find(({ code }) => code === account);
    if (
      !found ||
      stored.every(({ code }) => code !== account) ||
      accounts.some(({ parent }) => parent === account)
    )
      return reject('noSuchAccount', { field: 'lines', values: { account } });
    if (found.components.some((component) => !byHand.has(component)))
      return reject('loanAccount', { field: 'lines', values: { account } });
  }
  return undefined;
}

/** Refuses a line of a bank's statement that this journal does not explain; undefined: it does. */
async function refusedLine(
  { db, brand, appContext }: ActionScope,
  { lines, lineId }: JournalRequest,
): Promise<Rejection<Reason> | undefined> {
  if (lineId === undefined) return undefined;
  const line = await db
    .selectFrom('statement_line')
    .select(['amount', 'transfer_id', 'payment_id'])
    .where('id', '=', lineId)
    .where('brand', '=', brand)
    .executeTakeFirstOrThrow(() => new NotFound('statement line'));
  const explained = await db
    .selectFrom('gl_journal')
    .select('id')
    .where('brand', '=', brand)
    .where('source', '=', `line ${lineId}`)
    .executeTakeFirst();
  if (explained || line.transfer_id !== null || line.payment_id !== null)
    return reject('lineExplained', { field: 'lineId' });
  const chart = appContext.brands.get(brand)?.chart;
  const suspense = chart && accountOf(chart, 'suspense');
  const cleared = lines.reduce((sum, { account, amount }) => sum + (account === suspense ? amount : 0), 0);
  return cleared === line.amount ? undefined : reject('lineAmount', { field: 'lines' });
}

/** Refuses a day that takes no journal; undefined: it does. */
async function refusedDay(
  { db, brand, today }: ActionScope,
  on: string,
): Promise<Rejection<Reason> | undefined> {
  if (on > today) return reject('futureDay', { field: 'on' });
  if (!(await findBook(db, brand))) return reject('notPosted');
  const period = await findPeriod(db, brand, on.slice(0, 7));
  return period?.state === 'closed' ? reject('monthClosed', { field: 'on' }) : undefined;
}

/** Posts a journal that a person wrote, such as funding, equity or rent. Two persons, of whom neither imported its line. */
export const postAction: Action<JournalRequest, Reason> = {
  name: 'books.post',
  right: 'books.post',
  approvalRight: 'books.approveRequest',
  async concerns({ db }, { lineId }, staffId: StaffId) {
    if (lineId === undefined) return false;
    const imported = await db
      .selectFrom('statement_line')
      .innerJoin('statement_import', 'statement_import.id', 'statement_line.import_id')
      .select('statement_import.imported_by')
      .where('statement_line.id', '=', lineId)
      .executeTakeFirst();
    return imported?.imported_by === staffId;
  },
  async lock(scope, { lineId }) {
    if (lineId !== undefined) {
      await lockStatements(scope.db, oneBrandOf(scope), 'toPost');
      await lockLine(scope.db, oneBrandOf(scope), lineId);
    }
    await lockBook(scope);
  },
  async preview(scope, request) {
    const brand = oneBrandOf(scope);
    const { on, note, lines } = request;
    if (lines.some(({ amount }) => amount === 0) || lines.reduce((sum, { amount }) => sum + amount, 0) !== 0)
      return reject('unbalanced', { field: 'lines' });
    const refused =
      (await refusedDay(scope, on)) ??
      (await refusedAccount(scope, lines)) ??
      (await refusedLine(scope, request));
    if (refused) return refused;
    return {
      subject: request.lineId === undefined ? 'gl_journal' : 'statement_line',
      subjectId: request.lineId ?? brand,
      amount: lines.reduce((sum, { amount }) => sum + Math.max(0, amount), 0),
      needsTwo: true,
      lines: [
        { label: 'On', before: '', after: on, format: 'date' },
        { label: 'For', before: '', after: note, format: 'text' },
      ],
      // With its name: an approver knows no numbers of the chart by heart.
      journal: lines.map(({ account, amount }) => ({
        account: `${account} ${scope.appContext.brands.get(brand)?.chart.accounts.find(({ code }) => code === account)?.name ?? ''}`,
        ...onSides(amount),
      })),
    };
  },
  async perform({ db, brand, now }, { lineId, note }, { approvalId, staffId }) {
    await sql`select post_gl_manual(${brand}, ${approvalId}) from installation`.execute(db);
    if (lineId === undefined) return;
    const line = await lockLine(db, brand, lineId);
    // Explained, it is no borrower's payment any more.
    if (line && isOpenLine(line)) await setAside(db, line, { staffId, reason: note, now });
  },
};
