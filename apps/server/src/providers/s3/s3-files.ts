import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Secret } from '../../platform/crypto/secrets.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { type FilesPort, isFileName } from '../files.ts';

export interface S3Settings {
  readonly bucket: string;
  /** The prefix of every name, without a trailing slash; empty for none. */
  readonly prefix: string;
  /** Undefined: Amazon's endpoint of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** The bucket is in the path, not in the host name. */
  readonly pathStyle: boolean;
  /** `<access key id>:<secret access key>`. */
  readonly credentials: Secret;
}

const requestTimeoutMs = 10_000;
const maxAttempts = 3;
/** Our pictures are far smaller; a larger object is not ours. */
const maxBytes = 30_000_000;

/** `s3://bucket/prefix?endpoint=https://…&region=…&pathStyle=1`; undefined for anything else. */
export function readS3Url(text: string): Omit<S3Settings, 'credentials'> | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const allowed = new Set(['endpoint', 'region', 'pathStyle']);
  if (url.protocol !== 's3:' || !/^[a-z0-9.-]{3,63}$/.test(url.host) || url.username !== '') return undefined;
  if ([...url.searchParams.keys()].some((name) => !allowed.has(name))) return undefined;
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  if (!/^[\w/.-]*$/.test(prefix)) return undefined;
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:\/\//.test(endpoint))) return undefined;
  return {
    bucket: url.host,
    prefix,
    endpoint,
    region: url.searchParams.get('region') ?? 'us-east-1',
    pathStyle: url.searchParams.get('pathStyle') === '1',
  };
}

/** Splits `<id>:<secret>`. The id may contain colons, the secret does not. */
function pairOf(text: string): { accessKeyId: string; secretAccessKey: string } {
  const separator = text.lastIndexOf(':');
  return { accessKeyId: text.slice(0, separator), secretAccessKey: text.slice(separator + 1) };
}

/**
 * Files in an S3-compatible store. Throws Unavailable if the store does not answer within ten seconds or rejects our key.
 * `get` returns undefined only if the store itself says that the object does not exist.
 */
export function s3Files(settings: S3Settings): FilesPort {
  const client = new S3Client({
    region: settings.region,
    forcePathStyle: settings.pathStyle,
    maxAttempts,
    // Read for each request, so that a rotated key applies without a restart.
    credentials: async () => ({
      ...pairOf(settings.credentials.current),
      expiration: new Date(Date.now() + 1_000),
    }),
    // Other vendors' stores reject the checksums that the newest clients add by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 4_000, throwOnRequestTimeout: true },
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
  });
  const objectOf = (name: string) => {
    if (!isFileName(name)) throw new Error('not a file name of ours');
    return { Bucket: settings.bucket, Key: settings.prefix === '' ? name : `${settings.prefix}/${name}` };
  };
  async function ask<Answer>(work: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    try {
      return await work(AbortSignal.timeout(requestTimeoutMs));
    } catch (error) {
      throw new Unavailable(`files: ${error instanceof Error ? error.name : 'no answer'}`);
    }
  }
  return {
    async put(name, bytes) {
      const object = {
        ...objectOf(name),
        Body: bytes,
        ContentType: 'image/jpeg',
        ContentLength: bytes.length,
      };
      await ask((abortSignal) => client.send(new PutObjectCommand(object), { abortSignal }));
    },
    async get(name) {
      const object = objectOf(name);
      return ask(async (abortSignal) => {
        try {
          const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand(object), {
            abortSignal,
          });
          if (ContentLength > maxBytes) throw new Error('TooLarge');
          const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
          if (bytes.length !== ContentLength) throw new Error('Truncated');
          return bytes;
        } catch (error) {
          if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
          throw error;
        }
      });
    },
    async remove(name) {
      const object = objectOf(name);
      await ask((abortSignal) => client.send(new DeleteObjectCommand(object), { abortSignal }));
    },
  };
}
