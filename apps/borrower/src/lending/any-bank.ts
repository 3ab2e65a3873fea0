/** In the place of an institution: the borrower chose a bank, and names it in the form. */
export const anyBank = 'bank';
