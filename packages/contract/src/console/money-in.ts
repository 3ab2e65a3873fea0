/** What came in: transfers beside their receipts, held and unknown payments, bank statements. */
export {};
