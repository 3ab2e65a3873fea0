import type { messageOpens } from '@hiram/contract/messages';

/** Why money for moving the due date did not move it: `extension.<reason>` of the catalogues. */
export const unmovedReasons = [
  'short',
  'notDue',
  'arranged',
  'usedUp',
  'twoOverdue',
  'beyondYear',
  'ceiling',
  'onlyCharges',
] as const;
export type UnmovedReason = (typeof unmovedReasons)[number];

/**
 * Every value that a message can name, with its type. Amounts are cents; a moment is ISO 8601, after which
 * the message is false.
 */
export const variableTypes = {
  amount: 'money',
  left: 'money',
  date: 'day',
  days: 'count',
  /** The last repayment that is paid, and how many the loan has. */
  no: 'count',
  of: 'count',
  tail: 'text',
  why: 'unmovedReason',
  reference: 'text',
  agency: 'text',
  code: 'text',
  channel: 'text',
  until: 'moment',
} as const;
export type VariableName = keyof typeof variableTypes;
export type MessageValues = {
  readonly [Name in VariableName]?: (typeof variableTypes)[Name] extends 'money' | 'count' ? number : string;
};

export interface MessageKind {
  /** `service` serves the borrower; `reminder` may be switched off; `collection` asks for what is late. */
  readonly purpose: 'service' | 'reminder' | 'collection';
  /** The title of an e-mail, a push message and an entry of the inbox. */
  readonly topic: MessageTopic;
  readonly variables: readonly VariableName[];
  /**
   * `due`: it is true while the order's next repayment is that of `date` and unpaid. `promise`: while a
   * promise of `date` is open, `brokenPromise`: while it is broken, and unpaid, and the loan has something to
   * pay. `running`: while the loan is.
   */
  readonly trueWhile?: 'due' | 'promise' | 'brokenPromise' | 'running';
  /** The page on which the borrower does what it asks for, if its text does not name the page's address. */
  readonly opens?: (typeof messageOpens)[number];
  /** True if the borrower asked for this one: it is sent although they switched reminders off. */
  readonly isRequested?: boolean;
}

const messageTopics = [
  'application',
  'money',
  'payment',
  'loan',
  'due',
  'late',
  'promise',
  'arrangement',
  'complaint',
] as const;
export type MessageTopic = (typeof messageTopics)[number];

const service = (topic: MessageTopic, ...variables: readonly VariableName[]) =>
  ({ purpose: 'service', topic, variables }) as const;
const reminder = { purpose: 'reminder', topic: 'due', trueWhile: 'due', opens: 'loan' } as const;
const late = {
  purpose: 'collection',
  topic: 'late',
  trueWhile: 'due',
  variables: ['amount', 'date', 'days'],
} as const;

/**
 * Everything that a borrower is told about a loan. A kind's text is `sms.<kind>` of the catalogues, or the
 * brand's own. Quiet hours and caps apply to whatever is not `service`.
 */
export const messageKinds = {
  applied: service('application', 'amount'),
  approved: { ...service('application', 'amount'), opens: 'loan' },
  smallerOffer: { ...service('application', 'amount'), opens: 'loan' },
  declined: service('application', 'amount'),
  appealUpheld: service('application'),
  appealReopened: service('application'),
  paidOut: service('money', 'amount', 'tail'),
  paymentReceived: service('payment', 'amount'),
  paymentNext: service('payment', 'amount', 'left', 'date'),
  paymentLate: service('payment', 'amount', 'left'),
  /** Money for moving the date that pays what is owed instead. */
  dateNotMoved: service('payment', 'amount', 'why'),
  paymentReversed: service('payment', 'amount', 'left', 'date'),
  settled: service('payment', 'amount'),
  /** More was paid than was owed: `left` is the borrower's credit. */
  settledCredit: service('payment', 'amount', 'left'),
  /** The borrower asked for it in a call. */
  payCode: { ...service('payment', 'amount', 'code', 'channel', 'until'), trueWhile: 'running' },
  waived: service('loan', 'amount', 'left'),
  refunded: service('payment', 'amount'),
  extendedFree: service('loan', 'date', 'amount'),
  chargesStopped: service('loan', 'date'),
  corrected: service('loan', 'left'),
  creditCorrected: service('loan', 'amount'),
  applyReminder: { purpose: 'reminder', topic: 'application', variables: [], isRequested: true },
  requestedReminder: {
    purpose: 'reminder',
    topic: 'due',
    variables: ['amount'],
    trueWhile: 'running',
    opens: 'loan',
    isRequested: true,
  },
  dueSoon: { ...reminder, variables: ['amount', 'date'] },
  dueToday: { ...reminder, variables: ['amount', 'date'] },
  late,
  lateLong: late,
  promiseDue: {
    purpose: 'reminder',
    topic: 'promise',
    variables: ['amount', 'left', 'date'],
    trueWhile: 'promise',
    opens: 'loan',
  },
  promiseBroken: {
    purpose: 'collection',
    topic: 'promise',
    variables: ['amount', 'left', 'date'],
    trueWhile: 'brokenPromise',
  },
  arrangementOffered: { ...service('arrangement', 'amount', 'date'), opens: 'offer' },
  arrangementDeclined: service('arrangement'),
  arranged: service('arrangement', 'amount', 'date'),
  arrangementKept: service('arrangement'),
  arrangementBroken: {
    purpose: 'collection',
    topic: 'arrangement',
    variables: ['amount', 'date'],
    trueWhile: 'running',
  },
  agencyAssigned: service('late', 'agency'),
  complaintAnswered: { ...service('complaint', 'reference'), opens: 'complaints' },
} as const satisfies Readonly<Record<string, MessageKind>>;

export type MessageKindName = keyof typeof messageKinds;

/** A kind by its name, as the table above says it. */
export const kindOf = (name: MessageKindName): MessageKind => messageKinds[name];

export const isMessageKind = (name: string): name is MessageKindName => Object.hasOwn(messageKinds, name);
