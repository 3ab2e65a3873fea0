import type { Mask } from '@hiram/contract/mask';
import type { FastifyBaseLogger } from 'fastify';
import type { Brand } from '../brands/brand.ts';
import type { Cell } from '../platform/cells/cell.ts';
import type { CellDirectory } from '../platform/cells/directory.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { FieldCipher } from '../platform/crypto/field-cipher.ts';
import type { Matcher } from '../platform/crypto/match-key.ts';
import type { Db } from '../platform/database/connection/connect.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Ports } from '../providers/ports/ports.ts';
import type { Config } from './config.ts';

/** State that the whole server shares: created once at the start, the same for every request. */
export interface AppContext {
  readonly config: Config;
  readonly brands: ReadonlyMap<string, Brand>;
  /** The brand of a caller that names none: the first of BRAND. */
  readonly defaultBrand: Brand;
  readonly mask: Mask;
  readonly db: Db;
  /** The part of the lender's borrowers that `db` holds. */
  readonly cell: Cell;
  /** The directory of mobile numbers by cell; undefined where there is one cell. */
  readonly directory: CellDirectory | undefined;
  readonly clock: Clock;
  readonly ports: Ports;
  readonly jobs: Jobs;
  readonly cipher: FieldCipher;
  /** Matches documents, accounts, devices and phone numbers between borrowers. */
  readonly matcher: Matcher;
  readonly log: FastifyBaseLogger;
}
