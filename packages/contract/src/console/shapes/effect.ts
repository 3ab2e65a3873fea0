import * as v from 'valibot';
import { whole } from '../../fields/fields.ts';

/**
 * One line of an effect: what changes, from what to what. `label` is shown as it is. `format` says how `before` and `after` are
 * shown: `money` are cents as a decimal string, `date` is an ISO 8601 date, `time` an ISO 8601 moment. `words` are names of the
 * contract, such as states, rights and reasons, separated by commas: the page shows its own words for them. `policyPart` is a
 * part of a credit policy as JSON, whose name and values the page shows in words. `of`: the line is a
 * part of what is owed today, what is owed in all, what is due now or next, the days by which it is late, or its date.
 */
export const effectLine = v.object({
  label: v.string(),
  before: v.string(),
  after: v.string(),
  format: v.optional(v.picklist(['money', 'date', 'time', 'words', 'text', 'policyPart'])),
  of: v.optional(v.picklist(['part', 'owed', 'due', 'daysLate', 'dueDate'])),
});
export type EffectLine = v.InferOutput<typeof effectLine>;

/** A line of the journal that the action would post. Amounts are cents. */
export const journalLine = v.object({ account: v.string(), debit: whole, credit: whole });
export type JournalLine = v.InferOutput<typeof journalLine>;

/** The effect of an action. */
export const effect = v.object({
  /** Cents; absent for an action without an amount. */
  amount: v.optional(whole),
  lines: v.array(effectLine),
  journal: v.optional(v.array(journalLine)),
  /** The text that the borrower will read, in their language. */
  borrowerReads: v.optional(v.string()),
  /** A danger that both persons must know before they decide. */
  warning: v.optional(v.string()),
  /** Notes for the person: a ceiling that holds, until when it can be undone. */
  notes: v.optional(v.array(v.string())),
  /** Facts about the subject for the person who approves, as they are now: no part of what is approved. */
  facts: v.optional(
    v.array(v.object({ label: v.string(), text: v.string(), format: v.optional(v.literal('time')) })),
  ),
});
