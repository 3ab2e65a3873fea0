import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** The fields of /proc/PID/stat after the name: state, parent, … */
const statOf = (pid: number | string) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);

/** Processor seconds of the processes that this one started and that ended. Linux alone. */
export const endedChildrenCpu = (): number => {
  const stat = statOf('self');
  return ((stat[13] ?? 0) + (stat[14] ?? 0)) / ticksPerSecond;
};

/** Processor seconds of a process, of what it started, and of those that ended of these. Linux alone. */
export function familyCpu(pid: number): number {
  let ticks = 0;
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = statOf(each);
      if (Number(each) === pid) ticks += stat.slice(11, 15).reduce((sum, part) => sum + part, 0);
      else if (stat[1] === pid) ticks += (stat[11] ?? 0) + (stat[12] ?? 0);
    } catch {
      // It ended meanwhile: its parent has its time.
    }
  }
  return ticks / ticksPerSecond;
}
