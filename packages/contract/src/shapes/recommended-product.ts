import * as v from 'valibot';
import { whole } from '../fields/fields.ts';
import { coded, type InternalValue, named, object } from '../wire/wire.ts';

export const availabilityCodes = { disabled: 0, enabled: 1, greyed: 2 } as const;
/** The choices of a recommended product (ORD-19). `greyed` is still clickable. */
export type Availability = keyof typeof availabilityCodes;

/** The availability of a number of the wire, a brand's file or the database: every number above 1 is `greyed`. */
export function availabilityOf(number: number): Availability {
  if (number === 0) return 'disabled';
  return number === 1 ? 'enabled' : 'greyed';
}

/** The availability of a recommended product: on the wire 0, 1 or any other number. */
export const availability = coded(
  v.pipe(
    whole,
    v.transform((number) => availabilityCodes[availabilityOf(number)]),
  ),
  { encode: (value: Availability) => availabilityCodes[value], decode: availabilityOf },
);

/** A recommended product (ORD-24). */
export const recommendedProduct = object({
  key: v.string(),
  name: v.string(),
  logo: v.string(),
  buttonText: v.string(),
  amountRange: v.string(),
  amountRangeLabel: named('amountRangeDesc', v.string()),
  rate: v.string(),
  description: v.string(),
  /** [ours] What a loan of it costs, or that this is not known. */
  cost: v.optional(v.string()),
  tags: v.array(v.string()),
  availability: named('globally', availability),
});
export type RecommendedProduct = InternalValue<typeof recommendedProduct>;
