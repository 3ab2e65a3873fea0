/** A resolution that cannot be applied to a waiting case. The message is one line for the operator. */
export class CannotResolve extends Error {}
