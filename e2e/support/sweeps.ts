/**
 * True if a sweep over many screens, brands or languages examines all of them. `npm run verify` and a run of named tests do;
 * `npm test` examines those of the main job.
 */
export const isThorough = process.env.VERIFY !== undefined;
