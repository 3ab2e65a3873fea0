/** Who did and who read what. */
export {};
