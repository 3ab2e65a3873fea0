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

/** The record of a fault of etcd. */
export interface EtcdFault {
  readonly fault: string;
  /** Its machines that were killed, the leader first; then the standby that was cut off. */
  readonly lost: readonly string[];
  readonly former: string;
  readonly next: string;
  /** Until the primary was none any more. Null: it stayed the primary. */
  readonly demotedMs: number | null;
  /** From the end of the fault until there is a primary, and until all three machines of the database work together. */
  readonly ledMs: number;
  readonly wholeMs: number;
}

/** With whom the primary can agree with nobody: it has to demote itself. */
export const aloneFault = 'two machines of etcd killed, and a standby cut off';

const answers = (url: string) => fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);

async function leadsEtcd({ address }: Machine): Promise<boolean> {
  const metrics = await (await answers(`http://${address}:2381/metrics`))?.text();
  return /^etcd_server_is_leader 1$/m.test(metrics ?? '');
}

/** The leader of etcd killed; then no majority of it left; then none, and a standby out of reach. */
export function etcdFaults(
  { primary, whole, machines, etcd }: DatabaseMachines,
  seen: EtcdFault[],
): readonly ClusterFault[] {
  const isPrimary = async ({ address }: Machine) =>
    (await answers(`https://${address}:8008/primary`))?.status === 200;
  return [
    { name: 'the leader of etcd killed', count: 1, cutOff: 0 },
    { name: 'two machines of etcd killed', count: 2, cutOff: 0 },
    { name: aloneFault, count: 2, cutOff: 1 },
  ].map(({ name, count, cutOff }) => ({
    name,
    async happen(_lender, lasts) {
      const former = await primary();
      const leads = await Promise.all(etcd.map(leadsEtcd));
      const inOrder = [...etcd.filter((_, at) => leads[at]), ...etcd.filter((_, at) => !leads[at])];
      const killed = inOrder.slice(0, count);
      const cut = machines.filter((machine) => machine !== former).slice(0, cutOff);
      const began = performance.now();
      for (const machine of killed) await machine.kill();
      for (const machine of cut) machine.cut(true);
      let demotedMs: number | null = null;
      while (performance.now() - began < lasts) {
        if (!(await isPrimary(former))) demotedMs ??= Math.round(performance.now() - began);
        await pause(200);
      }
      const ended = performance.now();
      for (const machine of killed) machine.start();
      for (const machine of cut) machine.cut(false);
      while (!(await Promise.all(machines.map(isPrimary))).includes(true)) await pause(200);
      const ledMs = Math.round(performance.now() - ended);
      const wholeMs = ledMs + Math.round(await whole());
      const lost = [...killed, ...cut].map((machine) => machine.name);
      const next = (await primary()).name;
      seen.push({ fault: name, lost, former: former.name, next, demotedMs, ledMs, wholeMs });
    },
  }));
}
