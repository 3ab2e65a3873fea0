/** Something that whoever starts the server must change: one clear line and exit code 1. */
export class ConfigError extends Error {}
