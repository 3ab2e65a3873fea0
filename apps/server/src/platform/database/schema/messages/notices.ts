/** Tables of what borrowers are told, and how it reached them. */
import type {
  ApprovalId,
  BorrowerId,
  ContactAttemptId,
  DeliveryId,
  NoticeId,
  OrderId,
  StaffId,
  StrategyId,
} from '@hiram/contract/ids';
import type { messageChannels } from '@hiram/contract/messages';
import type { Defaulted, Instant, Json, Optional } from '../columns.ts';

export type NoticeState = 'queued' | 'sent' | 'delivered' | 'inbox' | 'dropped' | 'failed';
export type MessageChannel = (typeof messageChannels)[number];

interface NoticeTable {
  borrower_id: BorrowerId;
  id: NoticeId;
  order_id: Optional<OrderId>;
  kind: string;
  event: string;
  variables: Json;
  state: NoticeState;
  channel: Optional<MessageChannel>;
  reason: Optional<string>;
  created_at: Instant;
  shown_at: Optional<Instant>;
  send_after: Optional<Instant>;
  claimed_until: Optional<Instant>;
  read_at: Optional<Instant>;
}

interface DeliveryTable {
  borrower_id: BorrowerId;
  id: DeliveryId;
  notice_id: NoticeId;
  channel: MessageChannel;
  state: 'sending' | 'sent' | 'delivered' | 'failed' | 'bounced';
  reason: Optional<string>;
  address_digest: Buffer;
  contact_id: Optional<ContactAttemptId>;
  segments: number;
  /** Cents. */
  cost: Defaulted<number>;
  at: Instant;
  ended_at: Optional<Instant>;
}

interface MessageCostTable {
  brand: string;
  on_day: string;
  cost: number;
}

interface BouncedAddressTable {
  borrower_id: BorrowerId;
  channel: MessageChannel;
  digest: Buffer;
  bounces: number;
  at: Instant;
}

interface MessagePreferenceTable {
  borrower_id: BorrowerId;
  purpose: 'reminder';
  is_on: boolean;
  changed_at: Instant;
}

interface StrategyTable {
  id: StrategyId;
  brand: string;
  version: number;
  steps: Json;
  state: 'draft' | 'active' | 'superseded';
  note: Defaulted<string>;
  created_at: Instant;
  created_by: Optional<StaffId>;
  effective_at: Optional<Instant>;
  approval_id: Optional<ApprovalId>;
}

export interface NoticeTables {
  strategy: StrategyTable;
  notice: NoticeTable;
  delivery: DeliveryTable;
  bounced_address: BouncedAddressTable;
  message_cost: MessageCostTable;
  message_preference: MessagePreferenceTable;
}
