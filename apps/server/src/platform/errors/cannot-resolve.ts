/** Why what waits cannot be settled like that: one line for whoever asked. */
export class CannotResolve extends Error {}
