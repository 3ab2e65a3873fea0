import * as v from 'valibot';
import {
  calendarDay,
  cents,
  empty,
  filled,
  idOf,
  reasonText,
  shownIdOf,
  text,
  whole,
} from '../../../fields/fields.ts';
import { actionCalls } from '../../action-calls.ts';
import { latest, ordered } from '../../of-cells.ts';
import { brandCall } from '../../staff-call.ts';

/** The reasons for refusing a claim of a transfer. The borrower reads a text of the brand's language for each. */
export const rejectionReasons = [
  'notArrived',
  'wrongAmount',
  'usedElsewhere',
  'wrongReceipt',
  'unreadable',
] as const;

/** The agreement of the bank's statement lines with a claim: by reference and amount, by reference alone, or not at all. */
export const lineMatches = ['fits', 'otherAmount', 'none'] as const;

/** The agreement of one value of a claim with the bank's line; `none`: there is nothing to compare. */
const agreement = v.picklist(['yes', 'no', 'none']);

/**
 * The result of comparing a claim with the bank's lines. Only `matches` is posted together with others. `ownImport`: it
 * matches, but the caller imported the line, so that another person posts it.
 */
export const claimResults = [
  'matches',
  'ownImport',
  'twoClaim',
  'senderDiffers',
  'sumDiffers',
  'noReference',
  'noLine',
] as const;
export type ClaimResult = (typeof claimResults)[number];

const transfer = v.object({
  transferId: shownIdOf<'transfer'>(),
  orderId: shownIdOf<'order'>(),
  borrowerId: shownIdOf<'borrower'>(),
  /** The bank's reference. */
  reference: v.string(),
  amount: whole,
  /** The lender's account to which it was sent. */
  account: v.string(),
  /** The day that the borrower named, and when they claimed it; ISO 8601. */
  sentOn: v.string(),
  claimedAt: v.string(),
  hasReceipt: v.boolean(),
  /** Other claims of the same transfer that wait or were accepted. */
  rivals: whole,
  match: v.picklist(lineMatches),
  /** Whose claim it is; empty for whoever may not read it. */
  name: v.string(),
  sender: agreement,
  referenceAgrees: agreement,
  sum: agreement,
  result: v.picklist(claimResults),
  /** When the claim must be settled, ISO 8601; absent: no task waits for it. */
  dueAt: v.optional(v.string()),
});
export type ShownTransfer = v.InferOutput<typeof transfer>;

/** Claims of transfers that wait, the oldest first, 50 a page. */
export const listTransfers = brandCall({
  name: 'listTransfers',
  cells: 'list',
  path: '/money-in/transfers',
  right: 'moneyIn.read',
  input: v.strictObject({ after: v.optional(idOf<'transfer'>()) }),
  output: v.object({ transfers: v.array(transfer), isLast: v.boolean() }),
});

const statementLine = v.object({
  lineId: shownIdOf<'statementLine'>(),
  /** The file and the line in it. */
  file: v.string(),
  lineNo: whole,
  bookedOn: v.string(),
  amount: whole,
  reference: v.string(),
  account: v.string(),
  /** True if another transfer was posted by it. */
  isUsed: v.boolean(),
});
export type ShownStatementLine = v.InferOutput<typeof statementLine>;

const claim = v.object({
  ...transfer.entries,
  state: v.picklist(['review', 'accepted', 'rejected']),
  /** The sender of the best line as the bank writes it; absent: the bank names none. */
  bankSender: v.optional(v.string()),
  /** Transfers of the borrower that were accepted before. */
  acceptedBefore: whole,
});

/** A claim with every other claim of the same transfer, and the lines of the bank's statements that may be it. */
export const showTransfer = brandCall({
  name: 'showTransfer',
  path: '/money-in/transfer',
  right: 'moneyIn.read',
  input: v.strictObject({ transferId: idOf<'transfer'>() }),
  output: v.object({
    claims: v.array(claim),
    lines: v.array(
      v.object({
        ...statementLine.entries,
        fits: v.object({ reference: v.boolean(), amount: v.boolean(), day: v.boolean() }),
      }),
    ),
  }),
});

/** The picture of a claim's receipt: JPEG in base64. */
export const transferReceipt = brandCall({
  name: 'transferReceipt',
  path: '/money-in/receipt',
  right: 'moneyIn.read',
  input: v.strictObject({ transferId: idOf<'transfer'>() }),
  output: v.object({ jpeg: v.string() }),
});

const held = v.object({
  paymentId: shownIdOf<'payment'>(),
  orderId: shownIdOf<'order'>(),
  borrowerId: shownIdOf<'borrower'>(),
  /** Absent: the caller's roles do not see it here, or the borrower gave none yet. */
  name: v.optional(v.string()),
  provider: v.string(),
  providerPaymentId: v.string(),
  amount: whole,
  /** The amount of the code that it was paid by, in cents. */
  codeAmount: v.optional(whole),
  paidOn: v.string(),
  reason: v.string(),
  receivedAt: v.string(),
});
export type ShownHeld = v.InferOutput<typeof held>;

/** Payments that are held, the oldest first, 50 a page. */
export const listHeldPayments = brandCall({
  name: 'listHeldPayments',
  cells: 'list',
  path: '/money-in/held',
  right: 'moneyIn.read',
  input: v.strictObject({ after: v.optional(idOf<'payment'>()) }),
  output: v.object({ payments: v.array(held), isLast: v.boolean() }),
});

const message = v.object({
  /** `provider/id`. */
  messageId: v.string(),
  provider: v.string(),
  kind: v.picklist(['payment', 'reversal', 'payout', 'ignored']),
  /** The subject: the provider's id of a payment, our id of a payout. */
  about: v.string(),
  /**
   * The content: of a payout its end, of a payment in another currency the currency, of a reversal
   * `otherCode`, `otherAmount`, `unknownCode` or `noPayment`, empty if it is late.
   */
  says: v.string(),
  amount: v.optional(whole),
  /** Our own record of that payment or payout; absent if there is none. */
  ours: v.optional(v.object({ state: v.string(), amount: whole })),
  /** The order that it is about, if it names one. */
  orderId: v.optional(shownIdOf<'order'>()),
  receivedAt: v.string(),
});
export type ShownMessage = v.InferOutput<typeof message>;

/**
 * Providers' messages that name nothing of ours (`unknown`) or contradict our records, the oldest first, 50 a page. A message
 * that names nothing is shown in every brand: nobody knows whose it is.
 */
export const listMessages = brandCall({
  name: 'listMessages',
  cells: 'list',
  path: '/money-in/messages',
  right: 'moneyIn.read',
  input: v.strictObject({
    outcome: v.picklist(['unknown', 'contradicted']),
    after: v.optional(
      v.strictObject({ receivedAt: v.pipe(v.string(), v.isoTimestamp()), messageId: text(200) }),
    ),
  }),
  output: v.object({ messages: v.array(message), isLast: v.boolean() }),
});

/** The number of waiting entries of each tab. */
export const countMoneyIn = brandCall({
  name: 'countMoneyIn',
  cells: 'sum',
  path: '/money-in/counts',
  right: 'moneyIn.read',
  input: v.strictObject({}),
  output: v.object({
    transfers: whole,
    held: whole,
    unknown: whole,
    contradicted: whole,
    lines: whole,
    /** The lender's accounts that transfers go to, each with the last day of its statements. */
    accounts: ordered(
      v.array(
        v.object({
          account: v.string(),
          name: v.string(),
          number: v.string(),
          lastBookedOn: v.optional(latest(v.string())),
        }),
      ),
      (item) => item.account,
    ),
  }),
});

/**
 * Lines of statements that came in, belong to no posted transfer and are named by no waiting claim, the
 * oldest first, 50 a page.
 */
export const listStatementLines = brandCall({
  name: 'listStatementLines',
  cells: 'list',
  path: '/money-in/lines',
  right: 'moneyIn.read',
  input: v.strictObject({ after: v.optional(idOf<'statementLine'>()) }),
  output: v.object({ lines: v.array(statementLine), isLast: v.boolean() }),
});

/**
 * Sets a line aside that is no borrower's payment. Its money stays in suspense until two persons explain it,
 * unless it is in the books already; `ownImport`: then not by whoever imported it.
 */
export const setLineAside = brandCall({
  name: 'setLineAside',
  path: '/money-in/set-aside',
  right: 'moneyIn.import',
  input: v.strictObject({ lineId: idOf<'statementLine'>(), reason: reasonText(200) }),
  output: empty,
  rejections: ['lineIsUsed', 'ownImport'],
});

/** The kinds of decided entries: a claim of a transfer, a held payment, or a provider's message (`provider/id`). */
export const moneyInEntries = ['transfer', 'held', 'message'] as const;

const decided = { entry: v.picklist(moneyInEntries), id: filled(200) };

/** Posts money that waits. A provider must confirm its payment; a transfer is posted by the bank's statement. */
export const postMoney = actionCalls({
  name: 'postMoney',
  path: '/money-in/post',
  action: 'moneyIn.post',
  right: 'moneyIn.post',
  request: {
    ...decided,
    /** A transfer: the line of the bank's statement, whose amount and day count. */
    lineId: v.optional(idOf<'statementLine'>()),
    /** A transfer without a line: what the bank's statement says. */
    amount: v.optional(cents),
    on: v.optional(calendarDay),
    /** A payment with an unknown code: the order that it is of. */
    orderId: v.optional(idOf<'order'>()),
    /** A transfer that was given to another claim: takes that payment back. */
    takesBack: v.optional(v.boolean()),
  },
  rejections: [
    'notWaitingHere',
    'notConfirmed',
    'lineIsUsed',
    'postedByLine',
    'lineMissing',
    'givenElsewhere',
    'futureDay',
    'beforeLoan',
    'orderMissing',
    'otherCurrency',
    'alreadyPosted',
    'oneBrand',
  ],
});

/** Refuses what waits: no money moves here. The borrower of a claim reads why. */
export const refuseMoney = actionCalls({
  name: 'refuseMoney',
  path: '/money-in/refuse',
  action: 'moneyIn.refuse',
  right: 'moneyIn.refuse',
  request: { ...decided, because: v.picklist(rejectionReasons) },
  rejections: ['notWaitingHere'],
});
