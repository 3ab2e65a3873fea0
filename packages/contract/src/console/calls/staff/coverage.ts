import * as v from 'valibot';
import { calendarDay, empty, idOf, shownIdOf, whole } from '../../../fields/fields.ts';
import { brandCall } from '../../staff-call.ts';

const moment = v.pipe(v.string(), v.isoTimestamp());

/** The times for which coverage is shown. */
export const coverageTimes = ['now', 'tonight', 'weekend', 'day', 'time'] as const;
export type CoverageTime = (typeof coverageTimes)[number];

const shift = v.object({
  shiftId: shownIdOf<'staffShift'>(),
  kind: v.picklist(['shift', 'onCall']),
  /** `requested`: the person has not answered yet, so it does not count. */
  state: v.picklist(['requested', 'accepted']),
  startsAt: v.string(),
  endsAt: v.string(),
});

const person = v.object({
  staffId: shownIdOf<'staff'>(),
  name: v.string(),
  roles: v.array(v.string()),
  /** True if one of their roles approves anything here. */
  mayApprove: v.boolean(),
  isCaller: v.boolean(),
  /** True if they have an open session now, whatever their shifts. It does not count as being at work. */
  isSignedIn: v.boolean(),
  /** When their last shift ended, ISO 8601, if that is less than a day ago and none has begun since. */
  endedAt: v.optional(v.string()),
  shifts: v.array(shift),
});
export type CoveredPerson = v.InferOutput<typeof person>;

/**
 * The reason for which nobody could approve. `none`: nobody has the right. `noRequester`: nobody may request
 * it. `requesterOnly`: only whoever would request it has it.
 */
export const gapReasons = ['none', 'noRequester', 'requesterOnly', 'notAtWork'] as const;

const coveredAction = v.object({
  action: v.string(),
  /** Cents from which on the action needs a second person; 0: always. */
  secondPersonFrom: whole,
  mayRequest: v.array(v.string()),
  mayApprove: v.array(v.string()),
  /** The number of people who could approve a request now, without its requester. */
  now: whole,
  /** The fewest who could at any moment of the chosen time. */
  least: whole,
  /**
   * From when on somebody can, until a day after the shown time, if nobody can at the beginning; absent:
   * nobody can, or somebody can from the beginning.
   */
  from: v.optional(v.string()),
  reason: v.optional(v.picklist(gapReasons)),
  /** Requests of 30 days, and the median of the minutes until one was decided on; absent: none was. */
  requests: whole,
  /** Those of them that wait now. */
  waiting: whole,
  medianMinutes: v.optional(whole),
});
export type CoveredAction = v.InferOutput<typeof coveredAction>;

/**
 * The people who could approve each action, now and at a chosen time, by shifts and accepted on-call duty.
 * Whoever requests never counts.
 */
export const showCoverage = brandCall({
  name: 'showCoverage',
  cells: 'home',
  path: '/coverage/show',
  right: 'coverage.read',
  /**
   * `now`: this moment. `tonight`: 22:00 to 06:00. `weekend`: the next Saturday and Sunday, or this one.
   * `day`: one day. All in the brand's time zone. `time`: from one moment to another, ISO 8601, at most seven
   * days.
   */
  input: v.strictObject({
    when: v.picklist(coverageTimes),
    day: v.optional(calendarDay),
    from: v.optional(moment),
    to: v.optional(moment),
  }),
  output: v.object({
    now: v.string(),
    /** The chosen time, and the time around it whose shifts are shown. */
    from: v.string(),
    to: v.string(),
    shownFrom: v.string(),
    shownTo: v.string(),
    /** The name of the public holiday of the brand's market that the first day of the chosen time is. */
    holiday: v.optional(v.string()),
    people: v.array(person),
    actions: v.array(coveredAction),
    /** Times in the chosen one at which nobody who may approve anything is at work or on call. */
    gaps: v.array(v.object({ from: v.string(), to: v.string() })),
    /** The first such time from the chosen one's beginning to a day after the shown one; without `to`: to its end at least. */
    nextGap: v.optional(v.object({ from: v.string(), to: v.optional(v.string()) })),
  }),
  rejections: ['badTime'],
});

/** The number of waiting requests that nobody at work or on call could approve now: the side bar says it on every screen. */
export const countUncovered = brandCall({
  name: 'countUncovered',
  cells: 'sum',
  path: '/coverage/count',
  right: 'coverage.read',
  input: v.strictObject({}),
  output: v.object({ requests: whole }),
});

/** Plans a shift of a person, or asks them to be on call, which counts when they accept. */
export const planShift = brandCall({
  name: 'planShift',
  cells: 'reference',
  path: '/coverage/plan',
  right: 'coverage.plan',
  input: v.strictObject({
    staffId: idOf<'staff'>(),
    kind: v.picklist(['shift', 'onCall']),
    startsAt: moment,
    endsAt: moment,
  }),
  output: v.object({ shiftId: shownIdOf<'staffShift'>() }),
  rejections: ['badTime', 'noSuchPerson', 'overlaps'],
});

/** Cancels a shift or on-call duty. */
export const cancelShift = brandCall({
  name: 'cancelShift',
  cells: 'reference',
  path: '/coverage/cancel',
  right: 'coverage.plan',
  input: v.strictObject({ shiftId: idOf<'staffShift'>() }),
  output: empty,
  rejections: ['alreadyClosed'],
});

/** Accepts or declines the on-call duty that the caller was asked for. */
export const answerOnCall = brandCall({
  name: 'answerOnCall',
  cells: 'reference',
  path: '/coverage/answer',
  right: 'coverage.read',
  input: v.strictObject({ shiftId: idOf<'staffShift'>(), accepts: v.boolean() }),
  output: empty,
  rejections: ['alreadyClosed'],
});
