import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject } from 'vitest';
import { type Hiram, startHiram } from '../processes/running-server.ts';
import { type Line, line } from '../servers/tcp-proxy.ts';

/** The time that a metrics collector waits. */
const collectorTimeoutMs = 10_000;

/** A server of its own for each test, whose line to the database can be cut or held. */
export function serverOnLine() {
  let way: Line;
  let hiram: Hiram;
  beforeEach(async () => {
    const cluster = inject('cluster');
    way = await line({ path: join(cluster.socketDir, '.s.PGSQL.5432') });
    hiram = await startHiram({ ...cluster, port: way.port });
  });
  afterEach(async () => {
    // A connection over which nothing passes any more would keep the server from ending.
    way.state = 'cut';
    await pause(200);
    way.state = 'open';
    await hiram.stop();
    await way.close();
  });
  return {
    get way() {
      return way;
    },
    get hiram() {
      return hiram;
    },
    /** The status of `/health/ready`. */
    ready: async () => (await fetch(`${hiram.origin}/health/ready`)).status,
    /** Metrics without the database arrive before a collector gives up; those that need it are left out. */
    async watchedWithoutDatabase(): Promise<void> {
      const answer = await fetch(`${hiram.origin}/metrics`, {
        signal: AbortSignal.timeout(collectorTimeoutMs),
      });
      const text = await answer.text();
      expect(answer.status).toBe(200);
      expect(text).toMatch(/^hiram_process_start_time_seconds \d/m);
      expect(text).toMatch(/^hiram_call_seconds_count\{/m);
      expect(text).not.toMatch(/^hiram_(payout_oldest_seconds|late_promises)\b/m);
    },
  };
}
