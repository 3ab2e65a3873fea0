/** True if a test tries everything, as in `npm run verify`, or what a change is likely to break. */
export const tryAll = process.env.PROPERTY_RUNS === 'all';

/** True in `npm run verify`, and for a test that `npm test -- <its name>` names. */
export const isVerify = tryAll || process.env.VERIFY !== undefined;

/**
 * The number of runs of a property of the running server: a twelfth of `all`, and all of them in `npm run verify`.
 */
export function propertyRuns(all: number): number {
  return tryAll ? all : Math.ceil(all / 12);
}
