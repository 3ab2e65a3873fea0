import * as v from 'valibot';

const days = (min: number, max: number) =>
  v.pipe(
    v.number(),
    v.integer('is not a whole number of days'),
    v.minValue(min, `must be at least ${min} days`),
    v.maxValue(max, `must be at most ${max} days`),
  );

/**
 * The days for which a brand keeps data that no law requires. Caps count over a day and an idempotency key is valid for a day, so
 * nothing is deleted sooner. Everything not named here stays: loans, payments, agreements, the ledger and the borrowers they
 * belong to. Philippine law requires these for five years after the end of the relationship (RA 9160, section 9b) and books
 * for ten (Revenue Regulations 17-2013).
 */
export const retentionSchema = v.strictObject({
  /** Visitors of the promotion page who did not register. */
  visitors: days(1, 30),
  /** One-time codes and sign-in attempts. */
  codes: days(2, 365),
  /** Ended sessions. */
  sessions: days(1, 730),
  /** Locations of phones. */
  locations: days(1, 365),
  /** Sent text messages with their numbers. */
  texts: days(2, 730),
  /** Unfinished certifications. */
  drafts: days(7, 365),
  /** Shown offers and rejected links. */
  offers: days(7, 365),
  /** Answers stored for repeated requests (idempotency keys). */
  repeats: days(1, 30),
  /** Tracking events of visitors and borrowers. */
  tracking: days(30, 1_100),
  /** Sources of registrations. */
  promotion: days(30, 1_830),
  /**
   * Blocked persons, as keyed digests, counted from the block: RA 9160 requires five years after the end of the
   * relationship.
   */
  blocks: days(30, 3_660),
  /**
   * Checks of identity documents with their pictures, counted from when they were sent. RA 9160 requires five years after the end
   * of the relationship.
   */
  identity: v.optional(days(30, 3_660), 3_660),
  /** Reports of a credit bureau; within these days a report is used again. */
  bureau: v.optional(days(1, 365), 30),
});
export type Retention = v.InferOutput<typeof retentionSchema>;
