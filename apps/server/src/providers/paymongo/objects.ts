import * as v from 'valibot';

/** Where PayMongo serves. */
export const served = { country: 'PH', currency: 'PHP' } as const;

/** Positive amounts only: nothing else is a movement of money. */
const cents = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const seconds = v.pipe(
  v.number(),
  v.transform((value) => new Date(value * 1000)),
);
const metadata = v.optional(v.nullable(v.record(v.string(), v.unknown())));

const resource = <Attributes extends v.ObjectEntries>(attributes: Attributes) =>
  v.object({ id: v.string(), attributes: v.object(attributes) });

export const intentSchema = v.object({ data: resource({ amount: v.optional(cents), metadata }) });
export const methodSchema = v.object({ data: resource({}) });
/** An intent with an attached QR code; `next_action` contains its picture. */
export const attachedSchema = v.object({
  data: resource({
    next_action: v.object({ code: v.object({ image_url: v.string() }) }),
  }),
});

const refund = resource({ amount: cents, status: v.string() });
const payment = resource({
  amount: cents,
  currency: v.string(),
  status: v.string(),
  paid_at: v.optional(v.nullable(seconds)),
  created_at: seconds,
  updated_at: v.optional(seconds),
  payment_intent_id: v.optional(v.nullable(v.string())),
  /** Refunds of this payment so far. */
  refunds: v.optional(v.nullable(v.array(refund))),
  metadata,
});
export const paymentSchema = v.object({ data: payment });
export type PaymongoPayment = v.InferOutput<typeof payment>;
/** Not every list says whether there are more pages. */
const hasMore = v.optional(v.boolean());
export const paymentsSchema = v.object({ has_more: hasMore, data: v.array(payment) });

const moment = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  v.check((date) => !Number.isNaN(date.getTime()), 'is not a timestamp'),
);
const transfer = v.object({
  id: v.string(),
  amount: cents,
  currency: v.string(),
  status: v.string(),
  reference_number: v.string(),
  provider_error: v.optional(v.nullable(v.string())),
  created_at: moment,
  updated_at: moment,
});
export type PaymongoTransfer = v.InferOutput<typeof transfer>;
export const transferSchema = v.object({ data: transfer });
export const transfersSchema = v.object({ has_more: hasMore, data: v.array(transfer) });
export const batchSchema = v.object({
  data: v.object({ transfers: v.pipe(v.array(transfer), v.minLength(1)) }),
});

export const errorsSchema = v.object({
  errors: v.pipe(
    v.array(
      v.object({
        code: v.string(),
        detail: v.optional(v.string(), ''),
        source: v.optional(
          v.object({ pointer: v.optional(v.string(), ''), attribute: v.optional(v.string(), '') }),
        ),
      }),
    ),
    v.minLength(1),
  ),
});

/** Our reference, which we sent in the metadata of the payment request. */
export function referenceIn(
  metadata: Readonly<Record<string, unknown>> | null | undefined,
): string | undefined {
  const reference = metadata?.reference;
  return v.is(v.pipe(v.string(), v.uuid()), reference) ? reference : undefined;
}
