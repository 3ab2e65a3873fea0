/** The steps of the promotion, from the first visit to the loan. */
export {};
