/** A branch's code in India (Indian Financial System Code): four letters for the bank, a zero, six characters for the branch. */
export const ifscPattern = /^[A-Z]{4}0[A-Z0-9]{6}$/;
