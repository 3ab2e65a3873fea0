/** The fault runs of `npm run faults` and `npm run verify`, in the order in which they run. */
export const faultRuns = [
  'simulate',
  'kill',
  'cluster',
  'patroni',
  'outage',
  'upgrade',
  'flood',
  'console-flood',
  'attack',
];
