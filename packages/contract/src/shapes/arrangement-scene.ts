/** Agreements of arrangements carry scene 5; their position counts the arrangements of the loan. */
export const arrangementScene = 5;
