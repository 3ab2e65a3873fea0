import type { FindWay } from '@hiram/contract/console/find';
import { validate } from 'uuid';
import type { Brand } from '../../brands/brand.ts';
import { mobileNumber } from '../../brands/phone.ts';

/**
 * The possible readings of a typed text, by the way in which it names something: the values to compare with.
 * A missing way does not fit.
 */
export type Forms = Partial<Record<FindWay, readonly string[]>>;

const lastFour = /^\d{4}$/;
/** The end of an id, as screens show it: of an order `L-7C1A-2291`, of a receipt `R-7C1A-2291`; dashes may be missing. */
const shortReference = /^(?:[LR]-?)?([0-9a-f]{4})-?([0-9a-f]{4})$/i;
/** A complaint's reference: `C261120-7KX3PA`, the dash may be missing. */
const complaintReference = /^(C\d{6})-?([0-9A-Z]{6}(?:[0-9A-Z]{2})?)$/;
const utr = /^[A-Z0-9]{8,30}$/;
const providerId = /^\S{6,100}$/;
const payCode = /^[0-9A-Za-z]{4,64}$/;
/** Two letters or more: a colleague's name or address. */
const nameLike = /\p{L}.*\p{L}/u;

/** Reads a typed text in every form that it may have. `brands`: a number is read as each of their countries writes it. */
export function formsOf(typed: string, brands: readonly Brand[]): Forms {
  const trimmed = typed.normalize('NFKC').trim().replace(/\s+/g, ' ');
  const compact = trimmed.replace(/[\s-]/g, '');
  const upper = compact.toUpperCase();
  const international = compact.replace(/^00/, '+');
  const numbers = brands.flatMap((brand) => mobileNumber(brand, international) ?? []);
  const reference = complaintReference.exec(upper);
  const short = shortReference.exec(trimmed);
  const forms: Record<FindWay, readonly string[]> = {
    number: [...new Set(numbers)],
    lastFour: lastFour.test(compact) ? [compact] : [],
    id: validate(trimmed.toLowerCase()) ? [trimmed.toLowerCase()] : [],
    shortReference: short ? [`${short[1]}${short[2]}`.toLowerCase()] : [],
    reference: reference ? [`${reference[1]}-${reference[2]}`] : [],
    payCode: payCode.test(compact) ? [...new Set([trimmed, compact, upper])] : [],
    providerId: providerId.test(trimmed) ? [trimmed] : [],
    utr: utr.test(upper) ? [upper] : [],
    name: nameLike.test(trimmed) ? [trimmed] : [],
  };
  return Object.fromEntries(Object.entries(forms).filter(([, values]) => values.length > 0));
}
