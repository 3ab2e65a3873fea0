import { type LocalDate, localDate } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import * as v from 'valibot';

/** What dated data names: the country, and a day from which on or up to which it holds. */
export const country = v.picklist(['PH', 'IN', 'ID']);
export const dated = v.pipe(
  v.string(),
  v.check(isLocalDate, 'is no day'),
  v.transform((text): LocalDate => localDate(text)),
);
