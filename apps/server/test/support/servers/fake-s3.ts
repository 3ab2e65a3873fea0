import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeStore {
  readonly endpoint: string;
  readonly port: number;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly bucket: string;
  stop(): Promise<void>;
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Reports whether the request has the signature of our secret (AWS Signature Version 4). */
function isSigned(request: IncomingMessage, body: Buffer, id: string, secret: string): boolean {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!parts) return false;
  const [, signatureHeader, day = '', region = '', names = '', signature] = parts;
  const payload = String(request.headers['x-amz-content-sha256']);
  if (signatureHeader !== id || (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body))) return false;
  const url = new URL(request.url ?? '/', 'http://x');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(''), names, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (made, part) => hmac(made, part),
    `AWS4${secret}`,
  );
  return hmac(key, text).toString('hex') === signature;
}

/**
 * A store of the tests that keeps objects in memory and verifies signatures, for machines without a real
 * store.
 */
export async function fakeS3(): Promise<FakeStore> {
  const [accessKeyId, secretAccessKey, bucket] = ['hiram:files', 'a-secret-of-the-tests', 'hiram-files'];
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const reject = (status: number, code: string) =>
        response
          .writeHead(status, { 'content-type': 'application/xml' })
          .end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
      if (!isSigned(request, body, accessKeyId, secretAccessKey)) return reject(403, 'SignatureDoesNotMatch');
      const key = (request.url ?? '').split('?')[0] ?? '';
      if (!key.startsWith(`/${bucket}/`)) return reject(404, 'NoSuchBucket');
      const stored = objects.get(key);
      if (request.method === 'PUT') {
        objects.set(key, body);
        return response.writeHead(200, { etag: '"x"' }).end();
      }
      if (request.method === 'DELETE') {
        objects.delete(key);
        return response.writeHead(204).end();
      }
      if (!stored) return reject(404, 'NoSuchKey');
      return response.writeHead(200, { 'content-length': stored.length }).end(stored);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    accessKeyId,
    secretAccessKey,
    bucket,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
