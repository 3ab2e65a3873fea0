/** The feed for other systems, and who reads it. */
import type { FeedTopic } from '@hiram/contract/console/feed';
import type { ApprovalId, BorrowerId, FeedAccessId, OrderId, StaffId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant, Json, Optional } from '../columns.ts';

interface FeedEventTable {
  id: GeneratedAlways<number>;
  position: Optional<number>;
  brand: string;
  kind: string;
  topic: GeneratedAlways<string>;
  borrower_id: Optional<BorrowerId>;
  order_id: Optional<OrderId>;
  subject_id: string;
  /** Cents. */
  amount: Optional<number>;
  value_on: Optional<LocalDate>;
  data: Json;
  at: Generated<Instant>;
}

interface FeedAccess {
  id: FeedAccessId;
  brand: string;
  name: string;
  topics: FeedTopic[];
  approval_id: ApprovalId;
  created_at: Instant;
  revoked_at: Optional<Instant>;
  revoked_by: Optional<StaffId>;
}

interface FeedKeyTable extends FeedAccess {
  key_hash: Buffer;
}

interface FeedWebhookTable extends FeedAccess {
  url: string;
  secret_encrypted: Buffer;
  delivered_to: number;
  lease: Optional<string>;
  lease_until: Optional<Instant>;
  failures: Generated<number>;
  failing_since: Optional<Instant>;
  next_try_at: Optional<Instant>;
}

export interface FeedTables {
  feed_event: FeedEventTable;
  feed_key: FeedKeyTable;
  feed_webhook: FeedWebhookTable;
}
