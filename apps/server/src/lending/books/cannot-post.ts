/** The books cannot be posted or read as asked. The message is one line for the operator. */
export class CannotPost extends Error {}
