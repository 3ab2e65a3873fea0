/** The operator's remedy for an embedded database that cannot run, as a one-line message. */
export class EmbeddedDatabaseError extends Error {}
