import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Unavailable } from '../../platform/errors/rejection.ts';
import {
  observeProvider,
  outcomeOfStatus,
  type ProviderOutcome,
} from '../../platform/metrics/provider-answers.ts';
import { type FilesPort, isFileName } from '../ports/files.ts';
import type { S3Settings } from './s3-url.ts';

const requestTimeoutMs = 10_000;
const maxAttempts = 3;
/** Our pictures are far smaller; a larger object is not ours. */
const maxBytes = 30_000_000;

/** Splits `<id>:<secret>`. The id may contain colons, the secret does not. */
function pairOf(text: string): { accessKeyId: string; secretAccessKey: string } {
  const separator = text.lastIndexOf(':');
  return { accessKeyId: text.slice(0, separator), secretAccessKey: text.slice(separator + 1) };
}

/** The meaning of an error of the store's client: the status of its answer, or that there was none. */
function outcomeOf(error: unknown): ProviderOutcome {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  return status !== undefined && status >= 300 ? outcomeOfStatus(status) : 'none';
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
  const target = {
    provider: 'files',
    host: new URL(settings.endpoint ?? `https://s3.${settings.region}.amazonaws.com`).hostname,
    outcomeOfError: outcomeOf,
  };
  async function ask<Answer>(work: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    try {
      return await observeProvider(target, () => work(AbortSignal.timeout(requestTimeoutMs)));
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
