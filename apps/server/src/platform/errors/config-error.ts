/** A configuration fault that the operator must fix. The process prints the one-line message and exits with code 1. */
export class ConfigError extends Error {}
