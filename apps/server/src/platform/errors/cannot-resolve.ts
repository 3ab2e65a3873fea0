/** Why what waits cannot be settled like that: one line for whoever asked. */
export class CannotSettle extends Error {}
