/** Applications and payouts that wait for a person. */
export {};
