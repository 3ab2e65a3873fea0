import { hasRight } from '../access/rights.ts';
import type { StaffRequest } from '../access/serve-staff.ts';

/** For whom what is open about a borrower of a brand is read. */
export const readerOf = ({ rights, now }: StaffRequest, brand: string) => ({
  now,
  seesMatches: hasRight(rights, 'screening.read', brand),
});
