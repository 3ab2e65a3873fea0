import type { showLoan } from '@hiram/contract/console/loan';
import type { StaffOutput } from '@hiram/contract/console/staff-call';

/** The loan as the console reads it. */
export type ShownLoan = StaffOutput<typeof showLoan>;

/** The person's choice of view. */
export interface View {
  /** ISO 8601; undefined: today. */
  readonly on: string | undefined;
  readonly knowledge: 'now' | 'then';
}
