/** Rows of a bill that show while it is folded (INST-02, EXT-05). */
export const foldedRows = 2;
