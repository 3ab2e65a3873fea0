import * as v from 'valibot';
import { filled, idOf, text, whole } from '../../fields/fields.ts';
import { actionCalls } from '../action-calls.ts';
import { staffCall } from '../staff-call.ts';

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
  /** Of a statement with a column of its own for what went out. */
  debit: v.optional(column),
  decimal: v.picklist(['.', ',']),
  reference: column,
  /** Of a statement of several currencies. */
  currency: v.optional(column),
  /** Who sent it, as the bank writes it; kept encrypted and compared with the borrower's name. */
  sender: v.optional(column),
  /** The running balance: it tells two equal transactions apart. */
  balance: v.optional(column),
});
export type ColumnMap = v.InferOutput<typeof columnMap>;

/** The reasons why a line of a statement was not imported. */
export const lineFaults = ['date', 'amount', 'tooLarge', 'currency', 'columns', 'future'] as const;

/**
 * Reads a bank's statement of one account, and stores its lines unless it is a trial. A line that was imported before counts
 * once. `content` is the file in base64.
 */
export const importStatement = staffCall({
  name: 'importStatement',
  path: '/money-in/import',
  right: 'moneyIn.import',
  scope: 'brand',
  maxBodyBytes: Math.ceil((maxStatementBytes * 4) / 3) + 4_000,
  input: v.strictObject({
    account: text(40),
    fileName: filled(200),
    map: columnMap,
    isTrial: v.boolean(),
    content: v.pipe(v.string(), v.base64('must be base64')),
  }),
  output: v.object({
    /** Lines that came in and were taken; of them those that were not there before. */
    lines: whole,
    added: whole,
    /** Cents of the added lines. */
    amount: whole,
    /** Lines that were imported before, or stand twice in the file. */
    repeated: whole,
    /** Lines that went out. */
    outgoing: whole,
    /** Added lines that a waiting claim names. */
    matched: whole,
    faults: v.array(v.object({ lineNo: whole, fault: v.picklist(lineFaults) })),
    faulty: whole,
    /** The first lines as they were understood. */
    sample: v.array(v.object({ lineNo: whole, bookedOn: v.string(), amount: whole, reference: v.string() })),
  }),
  rejections: {
    unknownAccount: 'unknownAccount',
    noLines: 'noLines',
    mixedEncoding: 'mixedEncoding',
    notCsv: 'notCsv',
    statementTooLarge: 'statementTooLarge',
  },
});

/** Posts a line that nobody claimed to the loan that a person found for it. Two persons always decide it. */
export const postLine = actionCalls({
  name: 'postLine',
  path: '/money-in/post-line',
  action: 'moneyIn.postLine',
  right: 'moneyIn.post',
  request: { lineId: idOf<'statementLine'>(), orderId: idOf<'order'>() },
  rejections: {
    lineIsUsed: 'lineIsUsed',
    lineIsClaimed: 'lineIsClaimed',
    orderMissing: 'orderMissing',
    beforeLoan: 'beforeLoan',
    amountTooLarge: 'amountTooLarge',
    oneBrand: 'oneBrand',
  },
});
