/** The installation itself: its keys, clock, daily runs and builds of the web app. */
import type { BorrowerId, DifferenceId, OrderId, StaffId } from '@hiram/contract/ids';
import type { Defaulted, Instant, Optional, OptionalJson } from './columns.ts';

interface InstallationTable {
  singleton: Defaulted<boolean>;
  sandbox: boolean;
  /** The newest migration that a server must know. */
  needed_migration: string;
  /** Its number among the cells of the lender; 0 where there is one. */
  cell: Defaulted<number>;
  created_at: Defaulted<Instant>;
}

interface BusinessClockTable {
  singleton: Defaulted<boolean>;
  offset_days: Defaulted<number>;
}

interface KeyCheckTable {
  singleton: Defaulted<boolean>;
  encrypted: Buffer;
}

interface MatchKeyTable {
  singleton: Defaulted<boolean>;
  /** The key of every identity digest, encrypted with the data key. */
  encrypted: Buffer;
}

interface DailyRunTable {
  name: string;
  brand: string;
  day: string;
  started_at: Instant;
  finished_at: Optional<Instant>;
  counts: OptionalJson;
}

interface ReconciliationDifferenceTable {
  provider: string;
  day: string;
  /** `day`: the day as a whole. */
  kind: 'payment' | 'payout' | 'day';
  reference: string;
  reason: string;
  provider_value: Optional<string>;
  ledger_value: Optional<string>;
  currency: Optional<string>;
  found_at: Instant;
  resolved_at: Optional<Instant>;
  id: Defaulted<DifferenceId>;
  /** The person who examines it. */
  owner: Optional<StaffId>;
  explanation: Optional<string>;
  explained_by: Optional<StaffId>;
  explained_at: Optional<Instant>;
}

interface WebBuildTable {
  id: string;
  asset_names: string[];
  first_seen_at: Defaulted<Instant>;
  last_seen_at: Defaulted<Instant>;
}

interface WebAssetTable {
  name: string;
  brotli: Buffer;
}

interface WriteProbeTable {
  filler: string;
}

interface IdempotencyTable {
  borrower_id: BorrowerId;
  call: string;
  key: string;

  /** Keyed digest of the request that first used the key. */
  body_digest: Buffer;
  state: 'running' | 'done';
  http_status: Optional<number>;
  answer: OptionalJson;
  created_at: Instant;
}

export interface InstallationTables {
  installation: InstallationTable;
  business_clock: BusinessClockTable;
  key_check: KeyCheckTable;
  match_key: MatchKeyTable;
  daily_run: DailyRunTable;
  reconciliation_difference: ReconciliationDifferenceTable;
  late_promise: { brand: string; order_id: OrderId; promise: 'decision' | 'crediting'; promised_by: string };
  web_build: WebBuildTable;
  web_asset: WebAssetTable;
  write_probe: WriteProbeTable;
  idempotency: IdempotencyTable;
}
