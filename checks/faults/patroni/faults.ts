import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterFault } from '../cluster/faults.ts';
import type { DatabaseMachines } from './database.ts';
import type { Machine } from './machine.ts';

/** A fault of the primary, and its end. */
interface PrimaryFault {
  readonly what: string;
  begin(machine: Machine): Promise<void> | void;
  end(machine: Machine): Promise<void> | void;
}

const killed: PrimaryFault = {
  what: 'the primary killed',
  begin: (machine) => machine.kill(),
  end: (machine) => machine.start(),
};
const frozen: PrimaryFault = {
  what: 'the primary frozen',
  begin: (machine) => machine.freeze(true),
  end: (machine) => machine.freeze(false),
};
const cut: PrimaryFault = {
  what: 'the primary cut off from everyone',
  begin: (machine) => machine.cut(true),
  end: (machine) => machine.cut(false),
};
const isolated: PrimaryFault = {
  what: 'the primary cut off from the other machines, and not from the servers',
  begin: (machine) => machine.isolate(true),
  end: (machine) => machine.isolate(false),
};

const order = [killed, frozen, cut, isolated, killed, frozen, cut, isolated, killed, frozen];

/** The record of each fault. */
export interface FailOver {
  readonly fault: string;
  readonly former: string;
  readonly next: string;
  /** From the end of the fault until all three machines work together again. */
  readonly wholeMs: number;
}

/** `count` faults of the machine that is the primary at that moment. Each one ends with all machines whole. */
export function primaryFaults(
  { primary, whole }: DatabaseMachines,
  count: number,
  failOvers: FailOver[],
): readonly ClusterFault[] {
  return Array.from({ length: count }, (_, index) => {
    const { what, begin, end } = order[index % order.length] ?? killed;
    return {
      name: `${index + 1}: ${what}`,
      async happen(_lender, lasts) {
        const former = await primary();
        await begin(former);
        await pause(lasts);
        await end(former);
        const wholeMs = Math.round(await whole());
        const next = await primary();
        failOvers.push({ fault: this.name, former: former.name, next: next.name, wholeMs });
      },
    };
  });
}
