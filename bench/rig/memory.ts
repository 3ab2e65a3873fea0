import { readdirSync, readFileSync } from 'node:fs';

/** The memory of a process in MB, as the kernel counts it: resident, and with shared pages divided among their processes. */
export interface Memory {
  readonly residentMb: number;
  readonly proportionalMb: number;
}

/** The memory of a process, or of it and its direct children. Linux only. */
export function memoryOf(pid: number, withChildren = false): Memory {
  const all = withChildren ? [pid, ...childrenOf(pid)] : [pid];
  const sum = { residentMb: 0, proportionalMb: 0 };
  for (const value of all) {
    const rollup = readFileSync(`/proc/${value}/smaps_rollup`, 'utf8');
    const megabytes = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) / 1024;
    sum.residentMb += megabytes('Rss');
    sum.proportionalMb += megabytes('Pss');
  }
  return sum;
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => parentOf(candidate) === pid);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // The process has ended already.
    return undefined;
  }
}
