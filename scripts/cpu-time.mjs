// The processor time of commands with everything that they start, read from /proc: on Linux alone.
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;
const intervalMs = 500;

/**
 * Measures commands that run beside each other. `start(pid)` follows a child of this process; what it returns is called when
 * that child has ended, and returns the processor seconds (user and system) of the child and all its descendants, or
 * undefined where there is no /proc. A process that ends hands its time to the parent that waits for it. Nobody waits for
 * the helpers of a browser, so the time of a process that disappears without arriving at a parent is added here.
 */
export function createCpuMeter() {
  let waitedFor = read('self')?.waited;
  /** What children that were waited for since the last call used: exactly one, if every end of a child calls this. */
  const handedOver = () => {
    const before = waitedFor;
    waitedFor = read('self')?.waited ?? before;
    return waitedFor - before;
  };
  return {
    /** The processor seconds of this process and of what it has waited for before the first `start`. */
    ownSeconds() {
      const own = read('self');
      return own && (own.used + own.waited) / ticksPerSecond;
    },

    start(pid) {
      if (waitedFor === undefined) return () => undefined;
      handedOver();
      const tree = followTree(pid);
      const timer = setInterval(tree.sample, intervalMs);
      timer.unref();
      return () => {
        clearInterval(timer);
        return tree.end(handedOver()) / ticksPerSecond;
      };
    },
  };
}

function followTree(root) {
  /** Each process of the tree as it was last seen; it stays a member when its parent ends before it. */
  const members = new Map([[root, { used: 0, waited: 0 }]]);
  let lost = 0;
  const sample = () => {
    const running = readAll();
    let [disappeared, arrived] = [0, 0];
    for (const [pid, before] of members) {
      const now = running.get(pid);
      if (now === undefined) {
        disappeared += before.used + before.waited;
        members.delete(pid);
      } else {
        arrived += now.waited - before.waited;
        members.set(pid, now);
      }
    }
    lost += Math.max(0, disappeared - arrived);
    addDescendants(members, running);
  };
  return {
    sample,
    /** Ticks of the whole tree; `handed` is what its root brought to this process at its end. */
    end(handed) {
      const known = [...members.values()].reduce((sum, { used, waited }) => sum + used + waited, 0);
      return lost + Math.max(handed, known);
    },
  };
}

function addDescendants(members, running) {
  const isDescendant = ({ parent }) => members.has(parent);
  for (let added = true; added; ) {
    added = false;
    for (const [pid, process] of running)
      if (!members.has(pid) && isDescendant(process)) {
        members.set(pid, process);
        added = true;
      }
  }
}

function readAll() {
  const running = new Map();
  for (const name of readdirSync('/proc')) {
    const process = /^\d+$/.test(name) ? read(name) : undefined;
    if (process) running.set(Number(name), process);
  }
  return running;
}

/** Parent and ticks of a process: `used` by itself, `waited` by the children that it waited for. Undefined if there is none. */
function read(pid) {
  try {
    // The name in brackets may contain anything; the fields after it are numbered from 3.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    const [parent, user, system, userOfChildren, systemOfChildren] = [4, 14, 15, 16, 17].map((field) =>
      Number(fields[field - 3]),
    );
    return { parent, used: user + system, waited: userOfChildren + systemOfChildren };
  } catch {
    return undefined;
  }
}
