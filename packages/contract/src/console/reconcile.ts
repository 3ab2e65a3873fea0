/** A day of a provider, side by side with our books. */
export {};
