import * as v from 'valibot';
import { filled, idOf, shownIdOf, text, whole } from '../../../fields/fields.ts';
import { actionCalls } from '../../action-calls.ts';
import { brandCall } from '../../staff-call.ts';

/** Bytes of a bank's statement at most. */
export const maxStatementBytes = 10 * 1024 * 1024;

const column = v.pipe(whole, v.maxValue(200, 'is too large'));

/** The columns of a statement, counted from 0, and the form of its days and amounts. */
export const columnMap = v.strictObject({
  /** Lines above the first transaction: titles, the head. */
  skip: v.pipe(whole, v.maxValue(100, 'is too large')),
  delimiter: v.picklist([',', ';', '\t', '|']),
  date: column,
  dateOrder: v.picklist(['YMD', 'DMY', 'MDY']),
  /** The incoming amount; negative: outgoing. */
  amount: column,
  /** For a statement with a column of its own for what went out. */
  debit: v.optional(column),
  decimal: v.picklist(['.', ',']),
  reference: column,
  /** For a statement of several currencies. */
  currency: v.optional(column),
  /** The sender as the bank writes them; kept encrypted and compared with the borrower's name. */
  sender: v.optional(column),
  /** The running balance: it tells two equal transactions apart. */
  balance: v.optional(column),
});
export type ColumnMap = v.InferOutput<typeof columnMap>;

/** The reasons why a line of a statement was not imported. */
export const lineFaults = [
  'date',
  'amount',
  'balance',
  'formula',
  'tooLarge',
  'parts',
  'currency',
  'columns',
  'future',
] as const;

/** The result of reading a line of a statement. `before`: an earlier file had it. `twice`: it stands above in the same file. */
export const lineResults = [
  'faulty',
  'twice',
  'sumDiffers',
  'nobody',
  'matches',
  'posted',
  'before',
  'outgoing',
] as const;
export type LineResult = (typeof lineResults)[number];

/** Faulty lines that are named, and that can be corrected, at most. */
export const maxNamedFaults = 20;

const sum = v.object({ count: whole, amount: whole });
/** Cents, below 0 too: a balance. */
const balance = v.pipe(v.number(), v.safeInteger());

const fault = v.object({
  lineNo: whole,
  /** The column, counted from 0, and the content of its cell. */
  column: whole,
  text: v.string(),
  fault: v.picklist(lineFaults),
  /** The only meaning of the cell: a day, or cents. Absent: it can be read in several ways, or in none. */
  proposal: v.optional(v.union([v.object({ day: v.string() }), v.object({ amount: balance })])),
});
export type NamedFault = v.InferOutput<typeof fault>;

/** The reading of a file, and the reason for it. */
const understood = v.object({
  account: v.string(),
  accountBy: v.picklist(['chosen', 'number', 'only']),
  encoding: v.picklist(['UTF-8', 'UTF-16', 'Windows-1252']),
  map: columnMap,
  mapBy: v.picklist(['chosen', 'saved', 'headings', 'contents']),
  /** True if the days of the file allow one order of day, month and year alone. */
  isDateOrderSure: v.boolean(),
  /** Files of the account that were read with the same columns. */
  filesBefore: whole,
  headings: v.array(v.string()),
});

/** The running balance of a file. `ours`: the opening balance with every movement of the file. */
const runningBalance = v.object({
  opening: balance,
  closing: balance,
  ours: balance,
  /** Lines whose balance is not the one before with their amount; the first ones. */
  jumps: v.array(v.object({ lineNo: whole, expected: balance, found: balance })),
  /** The closing balance of the account's last file; absent: there was none with balances. */
  lastClosing: v.optional(balance),
});
export type RunningBalance = v.InferOutput<typeof runningBalance>;

/**
 * Reads a bank's statement of one account, and stores its lines unless it is a trial. Without an account or columns the
 * server finds them in the file and says how. A line that was imported before counts once, in a file with balances or without.
 * The line of a transfer that is posted, of its reference and amount, is used at once. `content` is the file in base64.
 */
export const importStatement = brandCall({
  name: 'importStatement',
  path: '/money-in/import',
  right: 'moneyIn.import',
  maxBodyBytes: Math.ceil((maxStatementBytes * 4) / 3) + 4_000,
  input: v.strictObject({
    account: v.optional(text(40)),
    fileName: filled(200),
    map: v.optional(columnMap),
    /** Lines that are read as their proposal says. */
    corrected: v.optional(v.pipe(v.array(whole), v.maxLength(maxNamedFaults, 'are too many'))),
    isTrial: v.boolean(),
    content: v.pipe(v.string(), v.base64('must be base64')),
  }),
  output: v.object({
    understood,
    /** Lines of the file below its headings. */
    total: whole,
    /** Lines that came in and were taken; of them those that were not there before. */
    lines: whole,
    added: whole,
    /** Cents of the added lines, of all that came in, and of all that went out. */
    amount: whole,
    cameIn: whole,
    wentOut: whole,
    /** Lines that were imported before, or stand twice in the file. */
    repeated: whole,
    /** Lines that went out. */
    outgoing: whole,
    /** Added lines that a waiting claim names. */
    matched: whole,
    /** The added lines by what they come to. */
    results: v.object({ posted: sum, matches: sum, sumDiffers: sum, nobody: sum }),
    faults: v.array(fault),
    faulty: whole,
    /** Absent: no column of balances. */
    balance: v.optional(runningBalance),
    /** The lines that need a look first. `cells` are the file's, in its columns. */
    rows: v.array(
      v.object({
        lineNo: whole,
        cells: v.array(v.string()),
        result: v.picklist(lineResults),
        /** The person who claims it; absent: nobody, or the caller may not read names. */
        claim: v.optional(
          v.object({ orderId: shownIdOf<'order'>(), amount: whole, name: v.optional(v.string()) }),
        ),
      }),
    ),
    /** Absent: a trial. */
    importId: v.optional(shownIdOf<'statementImport'>()),
  }),
  rejections: [
    'unknownAccount',
    'chooseAccount',
    'chooseColumns',
    'noLines',
    'mixedEncoding',
    'notCsv',
    'wrongSeparator',
    'statementTooLarge',
    'balanceJumps',
  ],
});

const pastImport = v.object({
  importId: shownIdOf<'statementImport'>(),
  account: v.string(),
  file: v.string(),
  importedAt: v.string(),
  by: v.string(),
  added: whole,
  amount: whole,
  /** `open`: no line of it was used, so that it can be undone. */
  state: v.picklist(['open', 'used', 'undone']),
});
export type PastImport = v.InferOutput<typeof pastImport>;

/** The brand's newest imports. */
export const listImports = brandCall({
  name: 'listImports',
  path: '/money-in/imports',
  right: 'moneyIn.import',
  input: v.strictObject({}),
  output: v.object({ imports: v.array(pastImport) }),
});

/** Undoes an import of which nobody posted a line or set one aside: its lines are deleted, and the file can be imported again. */
export const undoImport = brandCall({
  name: 'undoImport',
  path: '/money-in/undo-import',
  right: 'moneyIn.import',
  input: v.strictObject({ importId: idOf<'statementImport'>() }),
  output: v.object({ lines: whole }),
  rejections: ['importUsed', 'importUndone'],
});

/** Posts a line that nobody claimed to the loan that a person found for it. Two persons always decide it. */
export const postLine = actionCalls({
  name: 'postLine',
  path: '/money-in/post-line',
  action: 'moneyIn.postLine',
  right: 'moneyIn.post',
  request: { lineId: idOf<'statementLine'>(), orderId: idOf<'order'>() },
  rejections: ['lineIsUsed', 'lineIsClaimed', 'orderMissing', 'beforeLoan', 'amountTooLarge', 'oneBrand'],
});
