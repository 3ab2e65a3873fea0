import type { showLoan } from '@hiram/contract/console/loan';
import type { StaffOutput } from '@hiram/contract/console/staff-call';

/** What the desk reads of a loan. */
export type ShownLoan = StaffOutput<typeof showLoan>;

/** What a person chose to look at. */
export interface View {
  /** ISO 8601; undefined: today. */
  readonly on: string | undefined;
  readonly knowledge: 'now' | 'then';
}
