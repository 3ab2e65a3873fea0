/** Money that moves: accounts, payouts, payment codes, payments, cards, and what providers report. */
import type {
  AccountChangeId,
  AccountId,
  ApprovalId,
  BorrowerId,
  CardId,
  CardPaymentId,
  OrderId,
  PaymentCodeId,
  PaymentId,
  PayoutId,
  PictureId,
  TransferId,
} from '@hiram/contract/ids';
import type { Defaulted, Instant, Json, Optional } from '../columns.ts';

interface BankAccountTable {
  borrower_id: BorrowerId;
  id: AccountId;
  card_type: number;
  channel: string;
  institution: string;
  /** India: the branch's code. */
  ifsc: string | null;
  number_encrypted: Buffer;
  number_tail: string;
  number_digest: Buffer;
  holder_encrypted: Buffer;
  state: 'active' | 'replaced' | 'rejected';
  created_at: Instant;
}

interface AccountChangeTable {
  borrower_id: BorrowerId;
  id: AccountChangeId;
  account_id: AccountId;
  former_id: Optional<AccountId>;
  token_hash: Buffer;
  changed_at: Instant;
  hold_until: Instant;
  disowned_at: Optional<Instant>;
}

interface PayoutTable {
  borrower_id: BorrowerId;
  /** The order's. A trigger sets it. */
  brand: Defaulted<string>;
  id: PayoutId;
  order_id: OrderId;
  account_id: AccountId;
  amount: number;
  state: 'requested' | 'sent' | 'paid' | 'returned';
  provider: string;
  provider_reference: Optional<string>;
  reason: Optional<string>;
  requested_at: Instant;
  sent_at: Optional<Instant>;
  /** The business day of sending. */
  sent_on: Optional<string>;
  settled_at: Optional<Instant>;
  settled_on: Optional<string>;
  /** When the provider was last queried for the state. */
  queried_at: Optional<Instant>;
  /** The business day on whose limits it counts, since it was handed to its provider. */
  counted_on: Optional<string>;
  /** Until then one server is handing it over. */
  sending_until: Optional<Instant>;
  /** The request by which a person cancelled it. */
  cancelled_by: Optional<ApprovalId>;
  is_return_open: Defaulted<boolean>;
}

interface PaymentCodeTable {
  borrower_id: BorrowerId;
  id: PaymentCodeId;
  order_id: OrderId;
  provider: string;
  channel: string;
  purpose: 'repayment' | 'extension';
  amount: number;
  pay_code: Optional<string>;
  show_type: number;
  qr: Optional<string>;
  image_token: Optional<string>;
  provider_reference: Optional<string>;
  issued_on: string;
  issued_at: Instant;
  expires_at: Instant;
  state: 'requested' | 'open' | 'paid' | 'replaced';
}

interface PaymentTable {
  borrower_id: BorrowerId;
  id: PaymentId;
  order_id: OrderId;
  code_id: Optional<PaymentCodeId>;
  provider: string;
  provider_payment_id: string;
  amount: number;
  paid_on: string;
  confirmed_on: string;
  state: 'posted' | 'held' | 'reversed' | 'rejected';
  /** The business day on which it was reversed or rejected. */
  ended_on: Optional<string>;
  held_reason: Optional<string>;
  received_at: Instant;
  /** When an operator decided on a held payment, and the note. */
  reviewed_at: Optional<Instant>;
  review_note: Optional<string>;
  /** The approval by which a person of the staff decided on it. */
  approval_id: Optional<ApprovalId>;
}

interface UtrSubmissionTable {
  borrower_id: BorrowerId;
  id: TransferId;
  brand: string;
  order_id: OrderId;
  code_id: PaymentCodeId;
  channel: string;
  utr: string;
  /** Another claim of the same reference came first. */
  is_rival: Defaulted<boolean>;
  amount: number;
  picture_id: Optional<PictureId>;
  state: Defaulted<'review' | 'accepted' | 'rejected'>;
  reason: Optional<string>;
  sent_on: string;
  sent_at: Instant;
  decided_at: Optional<Instant>;
  /** The person who decided, if the command named one. */
  reviewed_by: Optional<string>;
  /** The approval by which a person of the staff decided on it, or on the claim that won. */
  approval_id: Optional<ApprovalId>;
}

interface DebitCardTable {
  borrower_id: BorrowerId;
  id: CardId;
  bank_code: string;
  bank_name: string;
  tail: string;
  token_encrypted: Buffer;
  digest: Buffer;
  created_at: Instant;
}

interface CardPaymentTable {
  borrower_id: BorrowerId;
  id: CardPaymentId;
  order_id: OrderId;
  card_id: CardId;
  code_id: PaymentCodeId;
  repay_token: string;
  amount: number;
  charge: Optional<string>;
  needs_code: Defaulted<boolean>;
  state: 'begun' | 'waiting' | 'confirmed' | 'declined';
  code_sent_at: Optional<Instant>;
  created_at: Instant;
  confirming_at: Optional<Instant>;
}

interface ProviderMessageTable {
  provider: string;
  message_id: string;
  received_at: Instant;
  body: Json;
  outcome: string;
  detail: Optional<string>;
  /** When an operator resolved what the message left open, and the note. */
  settled_at: Optional<Instant>;
  settled_note: Optional<string>;
  /** The approval by which a person of the staff settled it. */
  approval_id: Optional<ApprovalId>;
  /** The number of its arrivals, and the latest if there was more than one. */
  times: Defaulted<number>;
  last_at: Optional<Instant>;
}

interface RejectedMessageTable {
  provider: string;
  hour: Instant;
  reason: 'forged' | 'malformed' | 'deferred';
  times: number;
  last_at: Instant;

  /** Keyed digest of the last body. */
  last_digest: Buffer;
}

export interface PaymentTables {
  bank_account: BankAccountTable;
  account_change: AccountChangeTable;
  payout: PayoutTable;
  payment_code: PaymentCodeTable;
  payment: PaymentTable;
  utr_submission: UtrSubmissionTable;
  debit_card: DebitCardTable;
  card_payment: CardPaymentTable;
  provider_message: ProviderMessageTable;
  rejected_message: RejectedMessageTable;
}
