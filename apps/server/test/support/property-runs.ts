/**
 * The number of runs of a property of the running server: half of `all`, and all of them in `npm run verify`.
 * The loan engine's properties need no server and always run in full.
 */
export function propertyRuns(all: number): number {
  return process.env.PROPERTY_RUNS === 'all' ? all : Math.ceil(all / 2);
}
