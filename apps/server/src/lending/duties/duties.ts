import * as v from 'valibot';
import { country, dated } from '../../brands/markets/dated.ts';
import shipped from './duties.json' with { type: 'json' };
import { dutyRule } from './duty-periods.ts';
import { collectionFields, loanFields, totalFields } from './report-rows.ts';

/** The columns of a file; one without a field stays empty, for the lender to fill in. */
const columnsOf = (fields: object) =>
  v.array(v.strictObject({ header: v.string(), field: v.optional(v.picklist(Object.keys(fields))) }));

/** A recurring report to an authority. */
const duty = v.strictObject({
  /** As commands name it: `ph-sec-lcif`. */
  id: v.string(),
  country,
  authority: v.string(),
  name: v.string(),
  what: v.string(),
  rule: dutyRule,
  /** Periods that end from this day on. */
  from: dated,
  source: v.string(),
  /** True if its text was read by a lender's counsel. */
  isConfirmed: v.boolean(),
  /** The column map: a row for each loan, one row of sums or of collection, or, where the figures come from elsewhere, the columns alone. */
  layout: v.variant('rows', [
    v.strictObject({ rows: v.literal('loans'), columns: columnsOf(loanFields) }),
    v.strictObject({ rows: v.literal('totals'), columns: columnsOf(totalFields) }),
    v.strictObject({ rows: v.literal('collection'), columns: columnsOf(collectionFields) }),
    v.strictObject({ rows: v.literal('none'), columns: columnsOf({}) }),
  ]),
});
export type Duty = v.InferOutput<typeof duty>;

/**
 * What lenders owe authorities: in the Philippines the Securities and Exchange Commission and the Credit
 * Information Corporation; in India the Reserve Bank; in Indonesia OJK's credit register, as its public forms
 * show it, and the success rates that a lender publishes.
 */
export const duties: readonly Duty[] = v.parse(v.array(duty), shipped);
