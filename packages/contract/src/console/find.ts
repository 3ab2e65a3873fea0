/** Finds a person, an order, a payment or a complaint by what somebody has of it. */
export {};
