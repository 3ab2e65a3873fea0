// The fault runs of `npm run faults`, in the order in which they run.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export function faultRuns(root) {
  return [
    'simulate',
    'kill',
    'cluster',
    'patroni',
    'outage',
    'upgrade',
    'flood',
    'console-flood',
    'attack',
  ].filter((name) => existsSync(join(root, 'checks/faults', `${name}.ts`)));
}
