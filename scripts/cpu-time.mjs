// Measures the processor time of commands and of everything that they start. It reads /proc, so it works on Linux only.
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;
const intervalMs = 500;

/**
 * Measures commands that run in parallel. `start(pid)` follows a child of this process and returns a function. Call it when the
 * child has ended: it returns the processor seconds (user and system) of the child and all its descendants, or undefined
 * without /proc. The kernel adds the time of an ended process to the parent that waits for it. No parent waits for a browser's
 * helper processes, so their time is added here.
 */
export function createCpuMeter() {
  let waitedFor = read('self')?.waited;
  /** The processor time of the children that ended since the last call: of exactly one, if every end of a child calls this. */
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
  /** The last reading of each process of the tree. A process stays in the tree when its parent ends first. */
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
    /** The ticks of the whole tree. `handed`: the ticks that the kernel added to this process when the root ended. */
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

/** The parent and the ticks of a process: `used` by itself, `waited` by the children that it waited for. Undefined without such a process. */
function read(pid) {
  try {
    // The name in brackets can contain any character. The fields after it are numbered from 3.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    const [parent, user, system, userOfChildren, systemOfChildren] = [4, 14, 15, 16, 17].map((field) =>
      Number(fields[field - 3]),
    );
    return { parent, used: user + system, waited: userOfChildren + systemOfChildren };
  } catch {
    return undefined;
  }
}
