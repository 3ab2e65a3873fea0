import type { Mask } from '@hiram/contract/mask';
import type { FastifyBaseLogger } from 'fastify';
import type { Brand } from './brand/brand.ts';
import type { Config } from './config.ts';
import type { Db } from './db/connect.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Clock } from './ports/clock.ts';
import type { Ports } from './ports/ports.ts';
import type { Matcher } from './security/match-key.ts';
import type { Seal } from './security/seal.ts';

/** What the whole server shares: made once at the start, the same for every request. */
export interface House {
  readonly config: Config;
  readonly brands: ReadonlyMap<string, Brand>;
  /** The brand of a caller that names none: the first that BRAND lists. */
  readonly defaultBrand: Brand;
  readonly mask: Mask;
  readonly db: Db;
  readonly clock: Clock;
  readonly ports: Ports;
  readonly jobs: Jobs;
  readonly seal: Seal;
  /** Finds the same document, account, device or number at another borrower. */
  readonly matcher: Matcher;
  readonly log: FastifyBaseLogger;
}
