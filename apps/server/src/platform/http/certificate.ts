import { connect } from 'node:tls';

const answerTimeoutMs = 10_000;

/**
 * When the certificate of an https address ends. `isTrusted`: rejects a certificate that is not trusted or has ended; otherwise
 * its end is told as well.
 */
export function certificateEnd(address: string, isTrusted: boolean): Promise<Date> {
  const { hostname: host, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(
      {
        host,
        port: Number(port || 443),
        servername: host,
        timeout: answerTimeoutMs,
        rejectUnauthorized: isTrusted,
      },
      () => {
        resolve(new Date(socket.getPeerCertificate().valid_to));
        socket.end();
      },
    );
    socket.on('timeout', () => socket.destroy(new Error(`${new URL(address).host} does not answer`)));
    socket.on('error', reject);
  });
}
