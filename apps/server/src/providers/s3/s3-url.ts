import type { Secret } from '../../platform/crypto/secrets.ts';

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
