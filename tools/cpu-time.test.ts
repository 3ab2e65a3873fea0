import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createCpuMeter } from '../scripts/cpu-time.mjs';

/** A program that uses the processor for 0.3 s. */
const busy = 'while (process.cpuUsage().user < 300_000);';
const startsBusy = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`;

test.runIf(process.platform === 'linux')(
  'the processor time of a command contains what it started, and not that of a command beside it',
  async () => {
    const meter = createCpuMeter();
    const seconds = async (program: string) => {
      const child = spawn(process.execPath, ['-e', program]);
      const used = meter.start(child.pid ?? 0);
      await once(child, 'exit');
      return used();
    };
    const [idle, used] = await Promise.all([seconds('setTimeout(() => {}, 100)'), seconds(startsBusy)]);
    expect(used).toBeGreaterThanOrEqual(0.3);
    expect(idle).toBeLessThan(0.3);
    expect(meter.ownSeconds()).toBeGreaterThan(0.3);
  },
);
