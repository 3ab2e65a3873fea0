/** What the operator must change before the embedded database can run, as a one-line message. */
export class EmbeddedDatabaseError extends Error {}
