import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownRoot } from './parts.ts';

export const nginx = '/usr/sbin/nginx';

export function hasNginx(): boolean {
  return existsSync(nginx);
}

/**
 * The settings that a lender is given to copy, on `port` of this machine, for these servers, with every file in `folder`; with
 * `pem`, a certificate and its key, over TLS.
 */
export function nginxSettings(
  port: number,
  servers: readonly { port: number }[],
  folder: string,
  pem?: string,
): string {
  const given = readFileSync(join(ownRoot, 'docs/deploy/nginx.conf'), 'utf8');
  const parts = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const ours = given
    .replace('listen 8443 ssl http2', `listen 127.0.0.1:${port}${pem ? ' ssl http2' : ''}`)
    .replace('listen 8080', `listen unix:${folder}/plain`)
    .replace(/^ {2}(ssl_certificate\S*) .*\n/gm, pem ? `  $1 ${pem};\n` : '')
    .replaceAll('/var/log/nginx/', `${folder}/`)
    // As many need more open files than everybody may have.
    .replace('worker_connections 10000', 'worker_connections 500')
    .replace(/^ {4}server 127\.0\.0\.1:3001 (.*)\n {4}server .*\n/m, (_all, options: string) =>
      servers.map((server) => `    server 127.0.0.1:${server.port} ${options}\n`).join(''),
    )
    .replace(
      /^http \{\n/m,
      `http {\n${parts.map((part) => `  ${part}_temp_path ${folder}/${part};\n`).join('')}`,
    );
  if (/listen 8|:300[12] |\/var\//.test(ours) || !ours.includes(`listen 127.0.0.1:${port}`))
    throw new Error('nginx.conf says something else');
  return `pid ${folder}/pid;\n${ours}`;
}
