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
import { brandCall, staffCall } from '../../staff-call.ts';

/** The kinds of differences between a provider's statement and our books. */
export const differenceReasons = [
  // The statement has it, but the provider does not confirm it in a query: not posted.
  'missing here',
  'missing there',
  // It or its result never reached us. The provider confirmed it, and it is posted now.
  'posted now',
  'amount differs',
  'day differs',
  'state differs',
  'unknown reference',
  'pending too long',
  // We have the payment of a code twice, under two ids, and the provider has one of them.
  'posted twice',
  // It is held for review: its money stands in suspense, not on its loan.
  'held here',
  // Refunded with the provider's tools, in part or separately from its payment.
  'refunded there',
  // The statement's total of the day differs from the ledger's movement of cash.
  'cash differs',
] as const;
export type DifferenceReason = (typeof differenceReasons)[number];

/** ISO 4217: of the brand, or as the statement names it; empty: neither is known. */
const currency = v.string();

/** A difference between a provider's statement and our books. Amounts are decimal strings of cents, as they were compared. */
const difference = v.object({
  differenceId: shownIdOf<'difference'>(),
  provider: v.string(),
  /** The brand of our payment or payout; absent: it names none of ours, or the whole day differs. */
  brand: v.optional(v.string()),
  currency,
  day: v.string(),
  kind: v.picklist(['payment', 'payout', 'day']),
  reference: v.string(),
  reason: v.string(),
  theirs: v.string(),
  ours: v.string(),
  /** ISO 8601. */
  foundAt: v.string(),
  owner: v.optional(v.string()),
  isOwn: v.boolean(),
  explanation: v.optional(v.string()),
  explainedBy: v.optional(v.string()),
});
export type ShownDifference = v.InferOutput<typeof difference>;

/** The states of a day of an account. `none`: it was not compared yet. */
export const dayStates = ['agrees', 'explained', 'differs', 'none'] as const;
export type DayState = (typeof dayStates)[number];

/** Cents of a movement, below 0 what left. */
const moved = v.pipe(v.number(), v.safeInteger());
const bothSides = v.object({ theirs: moved, ours: moved });

const account = v.object({
  provider: v.string(),
  /** Absent: what names none of our brands. */
  brand: v.optional(v.string()),
  /** For the lender's own account, whose lines are imported: the number of the brand's transfer channel. Absent: a provider's. */
  account: v.optional(v.string()),
  /** The movements of the day; absent: the day was not compared yet. */
  moved: v.optional(bothSides),
  /** ISO 8601; absent: it was not compared yet. */
  comparedAt: v.optional(v.string()),
  /** Differences of the day that nobody explained, and those that somebody did. */
  open: whole,
  explained: whole,
  /** The people who look at them. */
  owners: v.array(v.string()),
  /** The fourteen days up to the day, the oldest first. */
  days: v.array(v.object({ day: v.string(), state: v.picklist(dayStates) })),
});
export type ReconciledAccount = v.InferOutput<typeof account>;

/**
 * The accounts at providers by brand, of a day: yesterday unless `day` says another. Those of which nothing
 * moved are left out.
 */
export const listAccounts = staffCall({
  name: 'listAccounts',
  cells: 'subject',
  path: '/reconcile/accounts',
  right: 'reconcile.read',
  input: v.strictObject({ day: v.optional(calendarDay) }),
  output: v.object({
    day: v.string(),
    today: v.string(),
    /** The providers that have statements. */
    providers: v.array(v.string()),
    accounts: v.array(account),
  }),
  rejections: ['futureDay'],
});

/** Differences, 50 a page: `open` and `explained` the oldest first. */
export const listDifferences = staffCall({
  name: 'listDifferences',
  cells: 'list',
  path: '/reconcile/list',
  right: 'reconcile.read',
  input: v.strictObject({
    state: v.picklist(['open', 'explained']),
    after: v.optional(v.strictObject({ day: calendarDay, differenceId: idOf<'difference'>() })),
  }),
  output: v.object({
    differences: v.array(difference),
    isLast: v.boolean(),
    /** The providers that have statements. */
    providers: v.array(v.string()),
    /** The business day before today, ISO 8601. */
    yesterday: v.string(),
  }),
});

const row = v.object({
  /** The brand of our payment, payout or code; absent: it names none of ours. */
  brand: v.optional(v.string()),
  currency,
  kind: v.picklist(['payment', 'payout', 'refund']),
  /** The provider's id of a payment or refund, our id of a payout. */
  reference: v.string(),
  theirs: v.optional(whole),
  theirState: v.string(),
  ours: v.optional(whole),
  ourState: v.string(),
  /** Amount and state say the same on both sides. */
  isPair: v.boolean(),
});
export type ComparedRow = v.InferOutput<typeof row>;

/** The likely cause of a difference, by our books. */
export const likelyCauses = [
  // We posted it on another day.
  'otherDay',
  // The provider kept a fee back: `perMille` of the amount.
  'feeRetained',
  // It waits for a person under Money in.
  'heldForReview',
  // The other differences of the day are together as much.
  'itemsOfDay',
  // They are, with those of the provider that are of no brand of ours.
  'itemsOfNoBrand',
  // The others do not explain it: money moved outside the product.
  'movedOutside',
] as const;

const explainedDifference = v.object({
  ...difference.entries,
  likely: v.optional(
    v.object({
      cause: v.picklist(likelyCauses),
      orderId: v.optional(shownIdOf<'order'>()),
      day: v.optional(v.string()),
      perMille: v.optional(whole),
    }),
  ),
  /** Earlier differences of this kind at the provider, and how the last one was explained. */
  before: whole,
  lastExplanation: v.optional(v.string()),
});
export type ExplainedDifference = v.InferOutput<typeof explainedDifference>;

/** The sum of a day of an account: opening and movements are the closing balance. */
const proof = v.object({
  opening: bothSides,
  payments: bothSides,
  payouts: bothSides,
  other: bothSides,
  settled: bothSides,
  closing: bothSides,
});
export type DayProof = v.InferOutput<typeof proof>;

/**
 * A day of a brand at a provider, side by side. The provider is asked now; nothing is posted. At most 200 rows, those that
 * differ first. Without a brand: what names none of ours.
 */
export const showProviderDay = staffCall({
  name: 'showProviderDay',
  cells: 'subject',
  path: '/reconcile/day',
  right: 'reconcile.read',
  input: v.strictObject({ provider: filled(40), day: calendarDay, brand: v.optional(text(40)) }),
  output: v.object({
    rows: v.array(row),
    count: whole,
    differing: whole,
    /** As it was last compared; absent: it was not compared yet. */
    proof: v.optional(proof),
    comparedAt: v.optional(v.string()),
    /** Differences of the day as they are stored. */
    differences: v.array(explainedDifference),
  }),
  rejections: ['noStatement', 'futureDay'],
});

const bankLine = v.object({
  lineId: shownIdOf<'statementLine'>(),
  /** In letters and digits alone; empty if the bank gave none. */
  reference: v.string(),
  amount: cents,
  state: v.picklist(['posted', 'setAside', 'open']),
  /** The loan that it paid. */
  orderId: v.optional(shownIdOf<'order'>()),
  /** The reason why it was set aside. */
  reason: v.optional(v.string()),
  /** For an open line: a waiting claim names it, one has only its sum, or none is like it. */
  likely: v.optional(v.picklist(['claimed', 'sameSum', 'nobody'])),
});
export type BankLine = v.InferOutput<typeof bankLine>;

/** A day of one of the lender's own accounts. At most 200 lines, those that wait first. Sums in cents. */
export const showBankDay = staffCall({
  name: 'showBankDay',
  cells: 'subject',
  path: '/reconcile/bank-day',
  right: 'reconcile.read',
  input: v.strictObject({ brand: filled(40), account: filled(40), day: calendarDay }),
  output: v.object({ lines: v.array(bankLine), count: whole, posted: whole, setAside: whole, open: whole }),
});

/** Compares the day again, as the daily run does: posts what the provider confirms, and stores what still differs. */
export const compareAgain = staffCall({
  name: 'compareAgain',
  cells: 'subject',
  path: '/reconcile/compare-again',
  right: 'reconcile.compareAgain',
  input: v.strictObject({ provider: filled(40), day: calendarDay }),
  output: v.object({ differences: whole }),
  rejections: ['noStatement', 'futureDay'],
});

/** Assigns an open difference to a member of the staff who may explain it; without `staffId`, to nobody. */
export const assignDifference = staffCall({
  name: 'assignDifference',
  cells: 'subject',
  path: '/reconcile/assign',
  right: 'reconcile.explain',
  input: v.strictObject({ differenceId: idOf<'difference'>(), staffId: v.optional(idOf<'staff'>()) }),
  output: empty,
  rejections: ['differenceClosed', 'mayNotExplain'],
});

/** The people who may explain differences. */
export const listExplainers = staffCall({
  name: 'listExplainers',
  path: '/reconcile/explainers',
  right: 'reconcile.explain',
  input: v.strictObject({}),
  output: v.object({ staff: v.array(v.object({ staffId: shownIdOf<'staff'>(), name: v.string() })) }),
});

/** Explains an open difference. It leaves the open ones; a later statement may still resolve it. */
export const explainDifference = staffCall({
  name: 'explainDifference',
  cells: 'subject',
  path: '/reconcile/explain',
  right: 'reconcile.explain',
  input: v.strictObject({ differenceId: idOf<'difference'>(), explanation: reasonText(500) }),
  output: empty,
  rejections: ['differenceClosed'],
});

/** Settlements of providers in the lender's own journal, the newest first, 50 a page. */
export const listSettlements = brandCall({
  name: 'listSettlements',
  cells: 'list',
  path: '/reconcile/settlements',
  right: 'reconcile.read',
  input: v.strictObject({ after: v.optional(idOf<'lenderJournal'>()) }),
  output: v.object({
    settlements: v.array(
      v.object({
        brand: v.string(),
        journalId: shownIdOf<'lenderJournal'>(),
        provider: v.string(),
        postedOn: v.string(),
        reference: v.string(),
        gross: whole,
        fee: whole,
        net: whole,
      }),
    ),
    isLast: v.boolean(),
  }),
});

/** Posts what a provider paid to the lender's bank, less its fee, to the lender's own journal: no order is touched. */
export const postSettlement = actionCalls({
  name: 'postSettlement',
  path: '/reconcile/settle',
  action: 'reconcile.settle',
  right: 'reconcile.settle',
  request: {
    provider: filled(40),
    on: calendarDay,
    /** The provider's debt, and its fee; cents. */
    gross: cents,
    fee: whole,
    /** The bank's reference: each counts once. */
    bankReference: v.pipe(text(40), v.regex(/^[A-Za-z0-9-]{4,40}$/, 'must be letters, digits and dashes')),
  },
  rejections: ['noProvider', 'feeTooLarge', 'settledBefore', 'futureDay', 'oneBrand'],
});
