import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs `openssl req` for a certificate of two days. Throws if it fails. */
function request(folder: string, name: string, extensions: readonly string[], ...signer: string[]): void {
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)];
  const added = ['subjectKeyIdentifier=hash', ...extensions].flatMap((line) => ['-addext', line]);
  // Without the machine's own configuration, which adds the extensions of a CA to every certificate.
  const words = [
    'req',
    '-config',
    '/dev/null',
    ...kind,
    '-subj',
    `/CN=${name}`,
    ...added,
    ...files,
    ...signer,
  ];
  execFileSync('openssl', words, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Makes a CA in `folder`: `ca.crt` and `ca.key`. */
export function makeAuthority(folder: string): void {
  request(folder, 'ca', ['basicConstraints=critical,CA:true', 'keyUsage=critical,keyCertSign']);
}

/**
 * The files of a machine's `/etc/patroni`, with a certificate by the CA in `folder` for TLS servers and
 * clients (docs/deploy.md).
 */
export function issueCertificate(folder: string, name: string, address: string): Record<string, string> {
  const extensions = [
    'authorityKeyIdentifier=keyid',
    'extendedKeyUsage=serverAuth,clientAuth',
    `subjectAltName=DNS:db.lender.example,IP:${address}`,
  ];
  request(folder, name, extensions, '-CA', join(folder, 'ca.crt'), '-CAkey', join(folder, 'ca.key'));
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  return { 'ca.crt': read('ca.crt'), 'server.crt': read(`${name}.crt`), 'server.key': read(`${name}.key`) };
}
