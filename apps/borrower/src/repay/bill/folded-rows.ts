/** The number of bill rows shown while the bill is folded (INST-02, EXT-05). */
export const foldedRows = 2;
