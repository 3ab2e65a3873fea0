/** What whoever starts us has to change before the embedded database can run; its message is one line for them. */
export class EmbeddedDatabaseError extends Error {}
