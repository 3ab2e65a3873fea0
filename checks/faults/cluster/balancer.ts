import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { end } from '@hiram/server/test/support/processes/end.ts';
import { freePort } from '@hiram/server/test/support/processes/free-port.ts';

/** The checkout of this version. */
export const ownRoot = fileURLToPath(new URL('../../..', import.meta.url));
const haproxy = '/usr/sbin/haproxy';

/**
 * The documented HAProxy configuration, adapted to a local port and to these servers, so that the run tests what a lender
 * runs. Each answer also names the server that gave it.
 */
export function balancerSettings(port: number, members: readonly { name: string; port: number }[]): string {
  const example = readFileSync(join(ownRoot, 'docs/deploy/haproxy.cfg'), 'utf8');
  const adapted = example
    .replace(/bind :8443 ssl .*/, `bind 127.0.0.1:${port}`)
    // `tls.test.ts` covers TLS, the console and the figures.
    .replace(/^# A page that .*\nfrontend plain\n[\s\S]*/m, '')
    // More connections would need more open files than the usual limit.
    .replace('maxconn 20000', 'maxconn 2000')
    .replace(/^ {2}server .*\n/gm, '');
  if (adapted.includes(':8443') || !adapted.includes(`:${port}`))
    throw new Error('haproxy.cfg binds something else');
  const servers = members.map((member) => `  server ${member.name} 127.0.0.1:${member.port}\n`);
  return `${adapted}  http-response set-header x-answered-by %s\n${servers.join('')}`;
}

export function hasBalancer(): boolean {
  return existsSync(haproxy);
}

export interface Balancer {
  readonly origin: string;
  readonly pid: number;
  restart(): Promise<void>;
}

/**
 * Starts HAProxy in front of the servers, with its settings in `folder`, and waits until a server answers through it; with
 * `given`, at that port and without waiting. `started` stops it.
 */
export async function startBalancer(
  folder: string,
  members: readonly { name: string; port: number }[],
  started: AsyncDisposableStack,
  given?: number,
): Promise<Balancer> {
  const port = given ?? (await freePort());
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, balancerSettings(port, members));
  // With TEST_LOG, HAProxy logs which server it marks as down, and why.
  const stdio = process.env.TEST_LOG ? 'inherit' : 'ignore';
  const start = () => spawn(haproxy, ['-f', file, '-db'], { stdio: ['ignore', stdio, stdio] });
  let balancer = start();
  started.defer(() => end(balancer));
  const origin = `http://127.0.0.1:${port}`;
  if (given === undefined) await answers(origin);
  return {
    origin,
    get pid() {
      return balancer.pid ?? 0;
    },
    async restart() {
      await end(balancer);
      balancer = start();
      await answers(origin);
    },
  };
}

async function answers(origin: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const status = await fetch(`${origin}/health/ready`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await pause(50);
  }
  throw new Error('the load balancer does not answer');
}
