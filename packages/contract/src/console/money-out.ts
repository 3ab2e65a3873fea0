/** What goes out: payouts by state, the ceiling of a day, refunds due, and the stop switch. */
export {};
