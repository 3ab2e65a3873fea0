/** One borrower: who they are, what happened, and what the staff may do about it. */
export {};
