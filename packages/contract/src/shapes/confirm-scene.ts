/** Agreements shown while confirming carry scene 3 (CONF-04). */
export const confirmScene = 3;
