import * as v from 'valibot';

const days = (least: number, most: number) =>
  v.pipe(
    v.number(),
    v.integer('is no whole number of days'),
    v.minValue(least, `must be at least ${least} days`),
    v.maxValue(most, `must be at most ${most} days`),
  );

/**
 * How many days a brand keeps what no law asks it to keep: caps count over a day and an idempotency key lives for one, so
 * nothing goes sooner than that. What is not named here stays: loans, payments, agreements, the ledger and who they belong
 * to. Philippine law asks for them for five years after the relationship's end (RA 9160, section 9b) and for books for ten
 * (Revenue Regulations 17-2013).
 */
export const retentionSchema = v.strictObject({
  /** Visitors of the promotion page who did not register. */
  visitors: days(1, 30),
  /** One-time codes, and tries to sign in. */
  codes: days(2, 365),
  /** Sessions that have ended. */
  sessions: days(1, 730),
  /** Where a phone was. */
  locations: days(1, 365),
  /** Text messages that were sent, with the numbers they went to. */
  texts: days(2, 730),
  /** Certification that was begun and not finished. */
  drafts: days(7, 365),
  /** Offers that were shown, and links that were refused. */
  offers: days(7, 365),
  /** Answers kept for repeated requests. */
  repeats: days(1, 30),
  /** What visitors and borrowers looked at. */
  tracking: days(30, 1_100),
  /** Where registrations came from. */
  promotion: days(30, 1_830),
  /** Who was blocked, as keyed digests, counted from the block: RA 9160 asks for five years after the relationship's end. */
  blocks: days(30, 3_660),
});
export type Retention = v.InferOutput<typeof retentionSchema>;
