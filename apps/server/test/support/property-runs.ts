/**
 * How many values a property of the running server is tried with: half of `all`, and all of them in `npm run verify`. The loan
 * engine's properties need no server and always run in full.
 */
export function propertyRuns(all: number): number {
  return process.env.PROPERTY_RUNS === 'all' ? all : Math.ceil(all / 2);
}
