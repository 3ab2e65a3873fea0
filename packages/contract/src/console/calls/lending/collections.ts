import * as v from 'valibot';
import {
  calendarDay,
  cents,
  empty,
  idOf,
  reasonText,
  shownIdOf,
  text,
  whole,
} from '../../../fields/fields.ts';
import { actionCalls } from '../../action-calls.ts';
import { choices } from '../../of-cells.ts';
import { may, openAboutLoan } from '../../shapes/call-allowed.ts';
import { openMatters } from '../../shapes/open-matters.ts';
import { brandCall } from '../../staff-call.ts';

/** Queues of the desk, the first to call first: by promises, then by the days that a loan is late. */
export const buckets = [
  'promiseBroken',
  'promiseToday',
  'days1',
  'days8',
  'days16',
  'days31',
  'days61',
  'days91',
] as const;
export type Bucket = (typeof buckets)[number];

/** The lists of collections: the loans that the strategy says to call today, and those of each queue. */
export const queues = ['callDue', ...buckets] as const;
export type Queue = (typeof queues)[number];

/** The outcomes of a call. One of them is required before the next. */
export const outcomes = [
  'promise',
  'reached',
  'noAnswer',
  'busy',
  'refuses',
  'disputes',
  'hardship',
  'wrongPerson',
  'deceased',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Stops that a person of the desk may set. */
export const setStops = ['counsel', 'hardship', 'wrongPerson', 'deceased', 'doNotCall'] as const;
export type SetStop = (typeof setStops)[number];

/** Whether a borrower may be called now. */
export type May = v.InferOutput<typeof may>;

const promise = v.object({
  promiseId: shownIdOf<'promise'>(),
  /** Cents. */
  amount: whole,
  dueOn: calendarDay,
  /** `cancelled`: the loan had nothing to pay by its day. */
  state: v.picklist(['open', 'kept', 'broken', 'cancelled']),
  /** Cents that came. */
  paid: whole,
});
export type ShownPromise = v.InferOutput<typeof promise>;

const lateLoan = v.object({
  orderId: shownIdOf<'order'>(),
  borrowerId: shownIdOf<'borrower'>(),
  name: v.optional(v.string()),
  product: v.string(),
  bucket: v.picklist(buckets),
  daysLate: whole,
  /** Cents: fallen due and unpaid; all payments, those to come too; what a call is expected to bring. */
  due: whole,
  owed: whole,
  expected: whole,
  lastOutcome: v.optional(v.picklist(outcomes)),
  promise: v.optional(promise),
  /** Whose it is: a person or an agency; absent: nobody's. */
  owner: v.optional(v.object({ name: v.string(), isSelf: v.boolean() })),
  may,
  open: v.optional(openAboutLoan),
});
export type LateLoan = v.InferOutput<typeof lateLoan>;

/** The refusals that a later hour ends for everybody: the others are the borrower's own. */
const ofTheHour: readonly (string | undefined)[] = ['lawHours', 'lawDay', 'brandHours', 'brandDay'];

/** How far a loan is behind those to call first. 1: something is open about it; 2: nobody may call. */
export const putBack = ({ may, open }: Pick<LateLoan, 'may' | 'open'>): 0 | 1 | 2 =>
  !may.ok && !ofTheHour.includes(may.why) ? 2 : open ? 1 : 0;

/** What decides on a loan's place in the queue of calls. */
type Called = Pick<LateLoan, 'may' | 'open' | 'bucket' | 'expected' | 'daysLate'>;

/** The place of a loan in the queue, the lowest first: promises, then what a call is expected to bring, then the oldest. */
export const callPlace = (loan: Called): readonly number[] => [
  putBack(loan),
  Math.min(buckets.indexOf(loan.bucket), 2),
  -loan.expected,
  -loan.daysLate,
];

/** Which of two loans is called first: negative, the one. */
export function inCallOrder(one: Called, other: Called): number {
  const place = callPlace(other);
  return callPlace(one).reduce((order, rank, at) => order || rank - (place[at] ?? 0), 0);
}

/** The most late loans that one list shows. */
export const maxShownLoans = 500;

/**
 * Late loans of a queue: promises first, then what a call is expected to bring, then the oldest. Behind them
 * those about which something is open, and last those that nobody may call. The first 50, or `most`.
 */
export const listLateLoans = brandCall({
  name: 'listLateLoans',
  cells: 'list',
  path: '/collections/list',
  right: 'collections.read',
  input: v.strictObject({
    bucket: v.optional(v.picklist(queues)),
    whose: v.optional(v.picklist(['mine', 'nobody', 'mineOrNobody', 'all']), 'all'),
    product: v.optional(text(64)),
    agencyId: v.optional(idOf<'agency'>()),
    /** Cents due. */
    from: v.optional(whole),
    to: v.optional(whole),
    most: v.optional(v.pipe(whole, v.minValue(1), v.maxValue(maxShownLoans))),
  }),
  output: v.object({
    today: calendarDay,
    isLast: v.boolean(),
    counts: v.array(v.object({ bucket: v.picklist(queues), count: whole })),
    rows: v.array(lateLoan),
    /** The loan of the caller's call whose outcome is missing: it comes before any other. */
    openOrderId: v.optional(shownIdOf<'order'>()),
    products: choices(v.array(v.object({ code: v.string(), name: v.string() }))),
    agencies: choices(v.array(v.object({ agencyId: shownIdOf<'agency'>(), name: v.string() }))),
    /** To whom the caller may give loans: none without the right for it. */
    collectors: choices(v.array(v.object({ staffId: shownIdOf<'staff'>(), name: v.string() }))),
  }),
});

/** One late loan as the caller needs it for a call. No number is in it. */
export const showLateLoan = brandCall({
  name: 'showLateLoan',
  path: '/collections/loan',
  right: 'collections.read',
  input: v.strictObject({ orderId: idOf<'order'>() }),
  output: v.object({
    ...lateLoan.entries,
    brand: v.string(),
    today: calendarDay,
    dueDate: v.optional(calendarDay),
    /** Cents: what tomorrow adds, and what paying today saves within seven days. */
    perDay: whole,
    saves: whole,
    /** Cents: what ends the loan today, or the day from which it may be paid off. */
    payoff: v.optional(whole),
    payoffFrom: v.optional(calendarDay),
    instalments: v.array(
      v.object({ no: whole, dueDate: calendarDay, unpaid: whole, daysLate: whole, late: whole }),
    ),
    payments: v.array(v.object({ on: calendarDay, amount: whole })),
    contacts: v.array(
      v.object({
        at: v.string(),
        channel: v.string(),
        by: v.string(),
        outcome: v.optional(v.string()),
        note: v.string(),
      }),
    ),
    attempts: v.object({ today: whole, week: whole, mostToday: whole, mostWeek: whole }),
    promises: v.array(promise),
    stops: v.array(
      v.object({
        kind: v.string(),
        since: v.string(),
        until: v.optional(v.string()),
        /** The id of one that a person may end. */
        stopId: v.optional(shownIdOf<'contactStop'>()),
      }),
    ),
    /** Read before the call: what the borrower says and what may have been paid. */
    matters: openMatters,
    /** Full hours of the brand in the borrower's zone. */
    hours: v.object({ from: whole, until: whole, zone: v.string() }),
    /** The text to say, in the borrower's language. */
    script: v.array(v.string()),
    language: v.string(),
    arrangement: v.optional(v.picklist(['kept', 'fulfilled', 'broken'])),
    /** The caller's call of this loan whose outcome is missing. */
    openContactId: v.optional(shownIdOf<'contactAttempt'>()),
  }),
});
export type ShownLateLoan = v.InferOutput<typeof showLateLoan.output>;

/** Records the attempt, then answers the number, once. `notNow` says why, and from when. */
export const startCall = brandCall({
  name: 'startCall',
  path: '/collections/start',
  right: 'collections.contact',
  input: v.strictObject({ orderId: idOf<'order'>() }),
  output: v.object({ contactId: shownIdOf<'contactAttempt'>(), phone: v.string(), at: v.string() }),
  rejections: ['notNow', 'outcomeFirst', 'notLate', 'tooManyReads'],
});

/** The last day of a promise, and the most that a loan may have open. */
export const promiseDays = 14;
export const maxPromises = 2;

/** Reports what came of the caller's call. A promise names its amount (cents) and day. */
export const reportOutcome = brandCall({
  name: 'reportOutcome',
  path: '/collections/outcome',
  right: 'collections.contact',
  input: v.strictObject({
    contactId: idOf<'contactAttempt'>(),
    outcome: v.picklist(outcomes),
    note: text(500),
    promise: v.optional(v.strictObject({ amount: cents, dueOn: calendarDay })),
  }),
  output: empty,
  rejections: ['noOpenCall', 'forbiddenWords', 'badPromise', 'twoPromises'],
});

/**
 * Makes a code for what is due today, during the caller's own call, by the channel that the borrower used
 * last. The same code while it is open. `code`: its digits; absent: a QR code, which the borrower's own page
 * of the repayment shows.
 */
export const makeCallCode = brandCall({
  name: 'makeCallCode',
  path: '/collections/pay-code',
  right: 'collections.contact',
  input: v.strictObject({ orderId: idOf<'order'>() }),
  /** Amount in cents; `until` ISO 8601. */
  output: v.object({ code: v.optional(v.string()), amount: whole, channel: v.string(), until: v.string() }),
  rejections: ['noOpenCall', 'noChannel'],
});

/** Stops contacts with the borrower. */
export const setStop = brandCall({
  name: 'setStop',
  path: '/collections/stop',
  right: 'collections.contact',
  input: v.strictObject({ orderId: idOf<'order'>(), kind: v.picklist(setStops), note: reasonText(200) }),
  output: empty,
  rejections: ['forbiddenWords'],
});

/**
 * Ends a stop that a person or a call set. It needs another right than to set it: who calls does not end what
 * keeps them from it.
 */
export const endStop = brandCall({
  name: 'endStop',
  path: '/collections/end-stop',
  right: 'collections.assign',
  input: v.strictObject({
    orderId: idOf<'order'>(),
    stopId: idOf<'contactStop'>(),
    note: reasonText(200),
  }),
  output: empty,
  rejections: ['forbiddenWords', 'noSuchStop'],
});

/**
 * Takes loans that are nobody's; or gives them to a person or an agency, or to nobody. An agency's are told
 * to their borrowers.
 */
export const claimLoan = brandCall({
  name: 'claimLoan',
  path: '/collections/claim',
  right: 'collections.contact',
  input: v.strictObject({ orderId: idOf<'order'>() }),
  output: empty,
  rejections: ['taken'],
});
/** The most loans that one call gives away. */
export const maxAssigned = 50;
export const assignLoans = brandCall({
  name: 'assignLoans',
  cells: 'split',
  path: '/collections/assign',
  right: 'collections.assign',
  input: v.strictObject({
    orderIds: v.pipe(v.array(idOf<'order'>()), v.minLength(1), v.maxLength(maxAssigned)),
    staffId: v.optional(idOf<'staff'>()),
    agencyId: v.optional(idOf<'agency'>()),
  }),
  output: v.object({ assigned: whole }),
  rejections: ['noSuchAgency', 'noSuchCollector'],
});

const agency = v.object({
  agencyId: shownIdOf<'agency'>(),
  name: v.string(),
  commissionPpm: whole,
  fromDay: calendarDay,
  untilDay: calendarDay,
  isActive: v.boolean(),
  people: v.array(v.string()),
  loans: whole,
  /** Cents due on them together. Absent: not every one is computed yet. */
  due: v.optional(whole),
});
export const listAgencies = brandCall({
  name: 'listAgencies',
  cells: 'home',
  path: '/collections/agencies',
  right: 'collections.team',
  input: v.strictObject({}),
  output: v.object({
    agencies: v.array(agency),
    /** People with the agencies' role who work for none yet. */
    people: v.array(v.object({ staffId: shownIdOf<'staff'>(), name: v.string() })),
  }),
});

/** Adds an agency with its people. Two persons decide it. */
export const addAgency = actionCalls({
  name: 'addAgency',
  cells: 'reference',
  path: '/collections/add-agency',
  action: 'collections.addAgency',
  right: 'collections.assign',
  request: {
    name: text(80),
    commissionPpm: v.pipe(whole, v.maxValue(500_000)),
    fromDay: calendarDay,
    untilDay: calendarDay,
    staffIds: v.pipe(v.array(idOf<'staff'>()), v.minLength(1), v.maxLength(20)),
  },
  rejections: ['badAgency', 'noSuchCollector'],
});

/** Takes every loan back from an agency, and ends it. Its people see nothing more from then on. */
export const recallAgency = brandCall({
  name: 'recallAgency',
  cells: 'sum',
  path: '/collections/recall',
  right: 'collections.assign',
  input: v.strictObject({ agencyId: idOf<'agency'>(), reason: reasonText(200) }),
  output: v.object({ recalled: whole }),
  rejections: ['noSuchAgency'],
});

const figures = {
  contacts: whole,
  reached: whole,
  /** Promises, their cents, and those of a day that is over. */
  promises: whole,
  promised: whole,
  kept: whole,
  broken: whole,
  /** Cents paid on kept and broken promises. */
  collected: whole,
  /** Contacted loans that are late no more. */
  cured: whole,
  refused: whole,
  complaints: whole,
};
const counted = v.object({ name: v.string(), count: whole });

/** The figures of the desk between two days, both included. Each ties to rows of `contact`. */
export const showTeam = brandCall({
  name: 'showTeam',
  path: '/collections/team',
  right: 'collections.team',
  /** Absent: the thirty days up to the brand's day. */
  input: v.strictObject({ from: v.optional(calendarDay), to: v.optional(calendarDay) }),
  output: v.object({
    from: calendarDay,
    to: calendarDay,
    all: v.object(figures),
    people: v.array(v.object({ name: v.string(), isAgency: v.boolean(), ...figures })),
    channels: v.array(counted),
    outcomes: v.array(counted),
    /** By the full hour of the borrower's zone. */
    hours: v.array(v.object({ hour: whole, count: whole })),
    refusals: v.array(counted),
    /** Late loans by bucket at an end of a month, and where they were at a later one; absent: the books have no two such ends. */
    rolls: v.optional(
      v.object({
        from: calendarDay,
        to: calendarDay,
        rows: v.array(
          v.object({
            bucket: v.picklist(buckets),
            loans: whole,
            worse: whole,
            unchanged: whole,
            better: whole,
            cured: whole,
            ended: whole,
          }),
        ),
      }),
    ),
    /** The same as CSV, for the certificate of SEC MC 18. */
    csv: v.string(),
  }),
  rejections: ['badDays'],
});
export type Team = v.InferOutput<typeof showTeam.output>;
