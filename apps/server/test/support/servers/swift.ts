import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { end } from '../processes/end.ts';
import { freePort } from '../processes/free-port.ts';

/** An OpenStack Swift that speaks S3 and verifies signatures: a real store, in its own folder. */
export interface Swift {
  readonly endpoint: string;
  readonly port: number;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly bucket: string;
  /** Its proxy process: paused or killed to make the store unavailable. */
  readonly proxyPid: number;
  /** Starts the proxy process again after it was killed. */
  restartProxy(): Promise<void>;
  stop(): Promise<void>;
}

/** The paths of Debian's packages swift-proxy, swift-account, swift-container, swift-object and memcached. */
export function hasSwift(): boolean {
  return (
    ['swift-proxy-server', 'swift-account-server', 'swift-container-server', 'swift-object-server'].every(
      (name) => existsSync(`/usr/bin/${name}`),
    ) &&
    existsSync('/usr/bin/memcached') &&
    existsSync('/etc/swift/swift.conf')
  );
}

const accessKeyId = 'hiram:files';
const bucket = 'hiram-files';
const patienceMs = 30_000;

const parts = ['account', 'container', 'object'] as const;

/** Starts one replica of each part on free loopback ports; `stop` ends all of them and removes the folder. */
export async function startSwift(secretAccessKey = 'a-secret-of-the-tests'): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-swift-'));
  const children: ChildProcess[] = [];
  mkdirSync(join(folder, 'devices', 'disk'), { recursive: true });
  const run = (program: string, args: readonly string[]) => {
    const log = openSync(join(folder, 'log'), 'a');
    const child = spawn(`/usr/bin/${program}`, args, { stdio: ['ignore', log, log] });
    closeSync(log);
    children.push(child);
    return child;
  };
  const shared = (port: number) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nswift_dir = ${folder}\ndevices = ${folder}/devices\n` +
    `mount_check = false\nworkers = 0\nuser = ${userInfo().username}\nlog_level = WARNING\n` +
    `log_address = ${folder}/nowhere\ndisable_fallocate = true\n`;
  for (const part of parts) {
    const port = await freePort();
    const ring = join(folder, `${part}.builder`);
    const build = (...args: string[]) =>
      execFileSync('/usr/bin/swift-ring-builder', [ring, ...args], { stdio: 'ignore' });
    build('create', '4', '1', '1');
    build('add', `r1z1-127.0.0.1:${port}/disk`, '1');
    build('rebalance');
    const file = join(folder, `${part}.conf`);
    writeFileSync(
      file,
      `${shared(port)}[pipeline:main]\npipeline = ${part}-server\n[app:${part}-server]\nuse = egg:swift#${part}\n`,
    );
    run(`swift-${part}-server`, [file]);
  }
  const cachePort = await freePort();
  run('memcached', ['-l', '127.0.0.1', '-p', String(cachePort), '-u', userInfo().username, '-U', '0']);
  const port = await freePort();
  const file = join(folder, 'proxy.conf');
  writeFileSync(
    file,
    `${shared(port)}[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 5
node_timeout = 20
error_suppression_limit = 100000
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_hiram_files = ${secretAccessKey} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`,
  );
  const endpoint = `http://127.0.0.1:${port}`;
  let proxy = run('swift-proxy-server', [file]);
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const stop = async () => {
    client.destroy();
    for (const child of children.splice(0)) await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const ready = async () => {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      try {
        await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
          if (!(error instanceof Error && /^Bucket(AlreadyOwnedByYou|AlreadyExists)$/.test(error.name)))
            throw error;
        });
        // Each part behind the proxy must be ready, not only the proxy.
        await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'ready', Body: 'yes' }));
        await client.send(new GetObjectCommand({ Bucket: bucket, Key: 'ready' }));
        return;
      } catch (error) {
        if (Date.now() > deadline) {
          const output = readFileSync(join(folder, 'log'), 'utf8').slice(-2_000);
          await stop();
          throw new Error(`Swift does not start: ${String(error)} ${output}`);
        }
        await pause(100);
      }
    }
  };
  await ready();
  return {
    endpoint,
    port,
    accessKeyId,
    secretAccessKey,
    bucket,
    get proxyPid() {
      return proxy.pid ?? 0;
    },
    async restartProxy() {
      proxy = run('swift-proxy-server', [file]);
      await ready();
    },
    stop,
  };
}
