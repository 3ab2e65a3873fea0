import * as v from 'valibot';
import { calendarDay, idOf, reasonText, shownIdOf, text, whole } from '../../../fields/fields.ts';
import { actionCalls } from '../../action-calls.ts';
import { ordered } from '../../of-cells.ts';
import { brandCall, type StaffOutput } from '../../staff-call.ts';

/** Types of accounts, as headings. */
export const accountWords = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expenses',
} as const;
export type AccountType = keyof typeof accountWords;
export const accountTypes = Object.keys(accountWords) as readonly AccountType[];

/** Kinds of journals, in words: of loans, of a provider's settlement, of money that no loan has, by hand. */
export const journalWords = {
  accrual: 'Charged',
  allowance: 'Allowance',
  money: 'Money moved',
  loss: 'Lost',
  settlement: 'Settlement',
  unidentified: 'Unidentified money',
  manual: 'By hand',
} as const;
export type JournalKind = keyof typeof journalWords;

/** Cents, debit positive. */
const signed = v.pipe(v.number(), v.safeInteger());
const month = v.pipe(text(7), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be YYYY-MM'));
const accountCode = v.pipe(
  text(20),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9.-]*$/, 'must be the code of an account'),
);

const account = v.object({
  code: v.string(),
  name: v.string(),
  type: v.picklist(accountTypes),
  externalCode: v.optional(v.string()),
  /** True if it is money at a provider or a bank. */
  isCash: v.optional(v.boolean()),
  /** True if it has the money that nobody has found the loan of yet. */
  isUnidentified: v.optional(v.boolean()),
  /** Of unidentified money: what its journals of each kind left there. They sum to `amount`. */
  parts: v.optional(
    ordered(
      v.array(
        v.object({ kind: v.picklist(Object.keys(journalWords) as readonly JournalKind[]), amount: signed }),
      ),
      ({ kind }) => kind,
    ),
  ),
  /** Since the beginning, and of the month of the day. */
  amount: signed,
  moved: signed,
});
export type BookAccount = v.InferOutput<typeof account>;

/** The books of a brand at the end of a day: the last one that is posted unless `on` names another. */
export const showBooks = brandCall({
  name: 'showBooks',
  cells: 'sum',
  path: '/books/show',
  right: 'books.read',
  input: v.strictObject({ on: v.optional(calendarDay) }),
  output: v.object({
    /** Absent: nothing is posted yet. */
    through: v.optional(v.string()),
    on: v.string(),
    today: v.string(),
    accounts: ordered(v.array(account), ({ code }) => code),
  }),
});

export type ShownBooks = StaffOutput<typeof showBooks>;

const journal = v.object({
  number: whole,
  postedOn: v.string(),
  relatesTo: v.optional(v.string()),
  kind: v.picklist(Object.keys(journalWords) as readonly JournalKind[]),
  product: v.optional(v.string()),
  note: v.string(),
  approvalId: v.optional(shownIdOf<'approval'>()),
});

const listedJournal = v.object({
  ...journal.entries,
  /** The amount on the requested account; without one, the debits of the journal. */
  amount: signed,
});
export type ListedJournal = v.InferOutput<typeof listedJournal>;

/** Journals, the newest first, 50 a page: to the end of a day, of one account, below a number. */
export const listJournals = brandCall({
  name: 'listJournals',
  path: '/books/journals',
  right: 'books.read',
  input: v.strictObject({
    on: calendarDay,
    account: v.optional(accountCode),
    below: v.optional(whole),
  }),
  output: v.object({ journals: v.array(listedJournal), isLast: v.boolean() }),
});

const shownJournal = v.object({
  ...journal.entries,
  lines: v.array(v.object({ account: v.string(), name: v.string(), amount: signed })),
  /** The greatest parts by loan, at most 100. */
  items: v.array(
    v.object({
      /** Absent: a line of a bank's statement. */
      orderId: v.optional(shownIdOf<'order'>()),
      lineId: v.optional(shownIdOf<'statementLine'>()),
      component: v.string(),
      amount: signed,
    }),
  ),
  /** Parts in all, and the sum of those that are not shown. */
  count: whole,
  rest: signed,
});
export type ShownBookJournal = v.InferOutput<typeof shownJournal>;

/** A journal with its lines, and what they are made of: of one account, if one is named. */
export const showJournal = brandCall({
  name: 'showJournal',
  path: '/books/journal',
  right: 'books.read',
  input: v.strictObject({ number: whole, account: v.optional(accountCode) }),
  output: shownJournal,
});

const period = v.object({
  month: v.string(),
  state: v.picklist(['open', 'closed']),
  closedAt: v.optional(v.string()),
  closedBy: v.optional(v.string()),
  /** SHA-256, in hexadecimal. */
  digest: v.optional(v.string()),
  /** Every closing and reopening, the newest first. */
  moves: v.array(
    v.object({
      state: v.picklist(['open', 'closed']),
      at: v.string(),
      by: v.string(),
      second: v.string(),
      reason: v.string(),
    }),
  ),
});
export type BookPeriod = v.InferOutput<typeof period>;

/** The months of a brand's books, the newest first. */
export const listPeriods = brandCall({
  name: 'listPeriods',
  path: '/books/periods',
  right: 'books.read',
  input: v.strictObject({}),
  output: v.object({ periods: v.array(period) }),
});

/** The checks before a month is closed, in words. */
export const closeChecks = {
  earlier: 'Earlier months are closed',
  posted: 'Posted to the end of the month',
  numbers: 'Numbers without a gap',
  items: 'Journals equal their loans',
  loans: 'Loans’ own ledger ties',
  suspense: 'Unidentified money explained',
  cash: 'Cash agrees with the providers',
  settlements: 'Settlements posted',
} as const;
export type CloseCheckName = keyof typeof closeChecks;
export const closeCheckNames = Object.keys(closeChecks) as readonly CloseCheckName[];

/** What each check compares, one figure with the other. */
export const closeSides: Readonly<
  Record<CloseCheckName, { readonly one: string; readonly other: string; readonly of: 'money' | 'count' }>
> = {
  earlier: { one: 'Months before it', other: 'Closed', of: 'count' },
  posted: { one: 'Days of the month', other: 'Days posted', of: 'count' },
  numbers: { one: 'Last number', other: 'Journals', of: 'count' },
  items: { one: 'Journals', other: 'Items of loans', of: 'money' },
  loans: { one: 'Principal, general ledger', other: 'Loans’ own ledger', of: 'money' },
  suspense: { one: 'Received by bank statements', other: 'Posted or explained', of: 'money' },
  cash: { one: 'Providers’ statements', other: 'Our cash', of: 'money' },
  settlements: { one: 'Settlements', other: 'Posted', of: 'money' },
};

/** The checks before a month is closed. Reads every loan of the brand. */
export const checkMonth = brandCall({
  name: 'checkMonth',
  path: '/books/checks',
  right: 'books.read',
  input: v.strictObject({ month }),
  output: v.object({
    checks: v.array(
      v.object({
        name: v.picklist(closeCheckNames),
        /** Number of things that stand against it; 0: it is met. */
        open: whole,
        text: v.string(),
        /** The figures of `closeSides`: cents, or numbers of things. */
        compared: v.tuple([signed, signed]),
      }),
    ),
  }),
  rejections: ['noSuchMonth'],
});

/** Closes a month: nothing is posted into it any more. Two persons. */
export const closeMonth = actionCalls({
  name: 'closeMonth',
  path: '/books/close',
  action: 'books.close',
  right: 'books.close',
  request: { month },
  rejections: ['noSuchMonth', 'monthClosed', 'notReady'],
});

/** Reopens a closed month. Two persons, for ever shown. */
export const reopenMonth = actionCalls({
  name: 'reopenMonth',
  path: '/books/reopen',
  action: 'books.reopen',
  right: 'books.reopen',
  request: { month },
  rejections: ['noSuchMonth', 'monthOpen', 'laterClosed'],
});

/**
 * The lines of banks' statements, the oldest first, whose money nobody has and no journal explains: they keep
 * their month open. As many as a person chooses from; what is left comes once these are explained.
 */
export const listUnexplained = brandCall({
  name: 'listUnexplained',
  path: '/books/unexplained',
  right: 'books.post',
  input: v.strictObject({}),
  output: v.object({
    lines: v.array(
      v.object({
        lineId: shownIdOf<'statementLine'>(),
        bookedOn: calendarDay,
        /** Cents. */
        amount: whole,
        reference: v.string(),
        /** The reason of whoever set it aside. */
        because: v.optional(v.string()),
      }),
    ),
  }),
});

/**
 * Posts a journal by hand. Two persons. `lineId`: the line of a bank's statement that it explains; nobody who imported that line
 * asks for it or approves it.
 */
export const postJournal = actionCalls({
  name: 'postJournal',
  path: '/books/post',
  action: 'books.post',
  right: 'books.post',
  request: {
    on: calendarDay,
    /** The purpose, without a borrower's name. */
    note: reasonText(200),
    lines: v.pipe(
      v.array(v.strictObject({ account: accountCode, amount: signed })),
      v.minLength(2, 'must have two lines'),
      v.maxLength(50, 'must have at most 50 lines'),
    ),
    lineId: v.optional(idOf<'statementLine'>()),
  },
  rejections: [
    'unbalanced',
    'noSuchAccount',
    'loanAccount',
    'monthClosed',
    'futureDay',
    'notPosted',
    'lineExplained',
    'lineAmount',
    'concernsYou',
  ],
});

/**
 * Prepares the journals of a month, or of one to a day of it, as CSV or as a workbook, which the browser then
 * downloads. `columns`: in their order, with headings, as `account=Konto,debit=Soll`; all of them unless set.
 */
export const exportJournals = brandCall({
  name: 'exportJournals',
  path: '/books/export',
  right: 'books.read',
  input: v.strictObject({ month, format: v.picklist(['csv', 'xlsx']), columns: v.optional(text(1_000)) }),
  /** `ticket`: of the file, for `filePath`. */
  output: v.object({ ticket: v.string() }),
  rejections: ['noSuchColumn'],
});
