import * as v from 'valibot';
import { fromDecimal } from '../decimal-amount.ts';

/** Where Xendit serves. */
export const served = { country: 'PH', currency: 'PHP' } as const;

/** Positive amounts only: nothing else is a movement of money. */
const amount = v.pipe(
  v.number(),
  v.transform(fromDecimal),
  v.check((cents) => cents !== undefined && cents > 0, 'is not a whole number of centavos'),
  v.transform((cents) => cents ?? 0),
);
const moment = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  v.check((date) => !Number.isNaN(date.getTime()), 'is not a timestamp'),
);

/** The answer to a payment request. `actions` contains what the payer needs. */
export const paymentRequestSchema = v.object({
  payment_request_id: v.string(),
  request_amount: v.optional(amount),
  actions: v.optional(
    v.array(v.object({ type: v.string(), descriptor: v.optional(v.string(), ''), value: v.string() })),
    [],
  ),
});

/** A payment as Xendit stores it. It is always read from Xendit before it is booked. */
export const paymentSchema = v.object({
  payment_id: v.string(),
  reference_id: v.string(),
  status: v.string(),
  currency: v.string(),
  request_amount: amount,
  created: moment,
  updated: v.optional(moment),
  captures: v.optional(
    v.array(v.object({ capture_amount: v.optional(amount), capture_timestamp: v.optional(moment) })),
    [],
  ),
});

export const payoutSchema = v.object({
  id: v.string(),
  reference_id: v.string(),
  status: v.string(),
  currency: v.string(),
  amount,
  updated: moment,
  failure_code: v.optional(v.nullable(v.string())),
});
export type XenditPayout = v.InferOutput<typeof payoutSchema>;

/** One page of the account's movements, in the requested order. */
export const transactionsSchema = v.object({
  has_more: v.boolean(),
  data: v.array(
    v.object({
      id: v.string(),
      product_id: v.string(),
      type: v.string(),
      status: v.string(),
      reference_id: v.optional(v.nullable(v.string())),
      amount,
      currency: v.optional(v.string()),
      created: moment,
    }),
  ),
});

export const rejectionSchema = v.object({ error_code: v.string(), message: v.optional(v.string(), '') });
