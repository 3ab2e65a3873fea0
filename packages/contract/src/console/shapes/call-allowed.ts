import * as v from 'valibot';
import { calendarDay, whole } from '../../fields/fields.ts';

/**
 * Tells if a borrower may be called now; if not why, and from when (ISO 8601; absent: not foreseen). `holiday`: a public holiday
 * until then.
 */
export const may = v.object({
  ok: v.boolean(),
  why: v.optional(v.string()),
  from: v.optional(v.string()),
  holiday: v.optional(v.object({ on: calendarDay, name: v.string() })),
});

/**
 * Absent: nothing is open about it. Unanswered complaints, cents that are reported as paid or held, and the requests that wait for
 * a second person, with their cents.
 */
export const openAboutLoan = v.object({
  complaints: whole,
  waiting: whole,
  requests: v.array(v.object({ action: v.string(), amount: v.optional(whole) })),
});
