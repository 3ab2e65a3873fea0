import * as v from 'valibot';
import { calendarDay, text, whole } from '../../../fields/fields.ts';
import { actionCalls } from '../../action-calls.ts';
import { choices, ordered, shared } from '../../of-cells.ts';
import { brandCall } from '../../staff-call.ts';

/** The steps of a visitor, in their order. */
export const funnelSteps = ['visits', 'clicks', 'codes', 'registered', 'firstLoans'] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** Numbers of visitors: each counts once in every step. `wrongCaptchas`: a captcha of theirs was rejected. */
const steps = v.object({
  visits: whole,
  clicks: whole,
  wrongCaptchas: whole,
  codes: whole,
  registered: whole,
  firstLoans: whole,
});

const funnelRow = v.object({
  ...steps.entries,
  /** The source, the application and the campaign of the advertisement's link; empty: none. */
  userFrom: v.string(),
  appFrom: v.string(),
  utmTag: v.string(),
  /** The landing page; empty: none. */
  template: v.string(),
});
export type ShownFunnelRow = v.InferOutput<typeof funnelRow>;

const purposeState = v.object({
  purpose: v.picklist(['login', 'reset', 'register', 'account']),
  sent: whole,
  used: whole,
  isLimited: v.boolean(),
});

/** One-time codes and captchas now: of the last hour, and of the last 24 hours in `day`. */
const codes = v.object({
  purposes: v.array(purposeState),
  /** Numbers that begin alike, those with the most unused codes first. */
  prefixes: ordered(
    v.array(v.object({ prefix: v.string(), sent: whole, used: whole })),
    ({ used, sent }) => used - sent,
  ),
  maxPerMinute: whole,
  day: v.object({ sent: whole, max: shared(whole) }),
  captcha: v.object({ visitors: whole, shown: whole, answered: whole, worked: whole, gotCode: whole }),
});

/**
 * The funnel of the visitors who were seen from `from` to `to`, with all their later steps: in total and by source and page, at
 * most 1,000 rows. Default: the last seven days. A range has at most 92 days.
 */
export const showFunnel = brandCall({
  name: 'showFunnel',
  cells: 'sum',
  path: '/funnel/show',
  right: 'funnel.read',
  input: v.strictObject({
    from: v.optional(calendarDay),
    to: v.optional(calendarDay),
    userFrom: v.optional(text(200)),
    template: v.optional(text(200)),
  }),
  output: v.object({
    from: calendarDay,
    to: calendarDay,
    total: steps,
    rows: ordered(v.array(funnelRow), ({ visits }) => -visits),
    paused: choices(v.array(v.object({ userFrom: v.string(), pausedAt: v.string(), by: v.string() }))),
    codes,
  }),
  rejections: ['badRange'],
});

/** Pauses a source, so that its visitors get no code, or resumes it. */
export const pauseSource = actionCalls({
  name: 'pauseSource',
  cells: 'reference',
  path: '/funnel/pause',
  action: 'funnel.pause',
  right: 'funnel.pause',
  request: { userFrom: text(200), isPaused: v.boolean() },
  rejections: ['alreadySo', 'unknownSource'],
});
