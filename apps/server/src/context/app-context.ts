import type { Mask } from '@hiram/contract/mask';
import type { FastifyBaseLogger } from 'fastify';
import type { Brand } from '../brands/brand.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { FieldCipher } from '../platform/crypto/field-cipher.ts';
import type { Matcher } from '../platform/crypto/match-key.ts';
import type { Db } from '../platform/database/connect.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Ports } from '../providers/ports.ts';
import type { Config } from './config.ts';

/** What the whole server shares: made once at the start, the same for every request. */
export interface AppContext {
  readonly config: Config;
  readonly brands: ReadonlyMap<string, Brand>;
  /** The brand of a caller that names none: the first that BRAND lists. */
  readonly defaultBrand: Brand;
  readonly mask: Mask;
  readonly db: Db;
  readonly clock: Clock;
  readonly ports: Ports;
  readonly jobs: Jobs;
  readonly cipher: FieldCipher;
  /** Finds the same document, account, device or number at another borrower. */
  readonly matcher: Matcher;
  readonly log: FastifyBaseLogger;
}
