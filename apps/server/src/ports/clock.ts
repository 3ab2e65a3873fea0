import type { LocalDate } from '@hiram/loan/local-date';

/** Two clocks: the business's day for money, the machine's moment for sessions, codes and tickets. */
export interface Clock {
  /** The machine's moment. */
  now(): Date;
  /** The business's day in the lender's time zone, moved on by the sandbox's offset. */
  today(timeZone: string): Promise<LocalDate>;
}
