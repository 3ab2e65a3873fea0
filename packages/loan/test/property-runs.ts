/** The number of runs of a property of the engine: a fifth of `all`, and all of them in `npm run verify`. */
export const propertyRuns = (all: number): number =>
  process.env.PROPERTY_RUNS === 'all' ? all : Math.ceil(all / 5);
