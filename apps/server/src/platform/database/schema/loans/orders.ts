/** Products, applications and their loans: orders, events, agreements, reviews. */

import type { ReviewKind, ReviewState } from '@hiram/contract/console/decision';
import type {
  AccountId,
  AgreementId,
  ApprovalId,
  ArrangementId,
  BorrowerId,
  DisclosureId,
  LoanEventId,
  OrderId,
  PolicyId,
  ProductId,
  ReviewId,
  StaffId,
} from '@hiram/contract/ids';
import type { OrderStatus } from '@hiram/contract/order-status';
import type { Terms } from '@hiram/loan';
import type { ColumnType } from 'kysely';
import type { Defaulted, Instant, Json, Optional, OptionalJson } from '../columns.ts';

interface ProductTable {
  id: ProductId;
  brand: string;
  code: string;
  name: string;
  logo: string;
  kind: 'single' | 'perPeriod';
  terms: Json;
  amount_min: number;
  amount_max: number;
  amount_step: number;
  amount_offered: number;
  display: ColumnType<unknown, string | undefined, string>;
  listed: Defaulted<boolean>;
  withdrawn_at: Optional<Instant>;
  created_at: Instant;
}

interface OfferTable {
  borrower_id: BorrowerId;
  product_id: ProductId;
  amount: number;
  terms: ColumnType<Terms, string, string>;
  valid_through: Optional<string>;
  shown_at: Instant;
}

interface LoanOrderTable {
  borrower_id: BorrowerId;
  id: OrderId;
  brand: string;
  product_id: ProductId;
  kind: 'single' | 'perPeriod';
  amount: number;
  /** `apply` stores the terms of a checked product, so they have the engine's shape. */
  terms: ColumnType<Terms, string, string>;
  client_kind: 'new' | 'repeat';
  status: OrderStatus;
  applied_at: Instant;
  applied_on: string;
  decide_by: string;
  decided_at: Optional<Instant>;
  decided_on: Optional<string>;
  decision: OptionalJson;
  apply_again_on: Optional<string>;
  offer_lapses_on: Optional<string>;
  withdrawn_at: Optional<Instant>;
  credit_by: Optional<string>;
  served_at: Optional<string>;
  disbursed_on: Optional<string>;
  next_due_on: Optional<string>;
  settled_on: Optional<string>;
  rated_at: Optional<Instant>;
  rating_stars: Optional<number>;
  event_count: Defaulted<number>;
  /** The day on which the stored status may next change without an event; null counts as due. */
  next_status_check_on: Optional<string>;
  /** The business day for which `status` was computed. */
  status_computed_on: Optional<string>;
  /** The business day for which what is due by the calendar was queued since status or due date changed; null: not yet. */
  messages_queued_on: Optional<string>;
  /** When a reversed payment reopened the settled loan. */
  reopened_at: Optional<Instant>;
  /** When the events and the books of the settled loan were archived; null while rows of it are in their tables. */
  archived_at: Optional<Instant>;
}

interface ApplicationAddressTable {
  borrower_id: BorrowerId;
  order_id: OrderId;
  brand: string;
  /** A keyed digest of the network address that the application came from. */
  digest: Buffer;
  applied_at: Instant;
}

interface ShownMilestoneTable {
  borrower_id: BorrowerId;
  order_id: OrderId;
  kind: 'approved' | 'paidOut' | 'received' | 'settled';
  event_id: string;
  shown_at: Instant;
}

interface CertificateTable {
  borrower_id: BorrowerId;
  order_id: OrderId;
  settled_on: string;
  code: string;
  issued_at: Instant;
}

interface AgreementTable {
  borrower_id: BorrowerId;
  id: AgreementId;
  order_id: OrderId;
  scene: number;
  position: number;
  /** 2: for a smaller offer; the first one is superseded. */
  version: Defaulted<number>;
  title: string;
  /** The text, which names the borrower. */
  html_encrypted: Buffer;
  /** A keyed digest of the text. */
  sha256: Buffer;
  agreed_at: Instant;
  language: Defaulted<string>;
  /** When it was acknowledged separately, where the market requires that. */
  acknowledged_at: Optional<Instant>;
}

interface ArrangementTable {
  borrower_id: BorrowerId;
  id: ArrangementId;
  brand: string;
  order_id: OrderId;
  state: 'requested' | 'proposed' | 'accepted' | 'declined' | 'lapsed';
  /** `YYYY-MM-DD`, one a part. */
  days: string[];
  /** Null: the staff proposed it by itself. */
  requested_at: Optional<Instant>;
  proposed_at: Optional<Instant>;
  valid_through: Optional<string>;
  approval_id: Optional<ApprovalId>;
  agreement_id: Optional<AgreementId>;
  event_id: Optional<LoanEventId>;
  closed_at: Optional<Instant>;
}

interface DisclosureTable {
  borrower_id: BorrowerId;
  id: DisclosureId;
  product_id: ProductId;
  amount: number;
  terms_hash: Buffer;
  language: string;
  title: string;
  /** As in `agreement`. */
  html_encrypted: Buffer;
  sha256: Buffer;
  acknowledged_at: Instant;
}

interface DecisionPolicyTable {
  id: PolicyId;
  brand: string;
  version: number;
  /** A policy as `@hiram/decision` reads it. */
  body: Json;
  /** SHA-256 of its canonical JSON. */
  sha256: Buffer;
  state: 'draft' | 'checked' | 'granted' | 'active' | 'superseded';
  note: Defaulted<string>;
  created_at: Instant;
  /** Null: the version of the brand's file, or an operator's. */
  created_by: Optional<StaffId>;
  checked_at: Optional<Instant>;
  checked_by: Optional<StaffId>;
  /** The moment of the database from which it decides. */
  effective_at: Optional<Instant>;
  approval_id: Optional<ApprovalId>;
}

interface DecisionRunTable {
  borrower_id: BorrowerId;
  id: string;
  brand: string;
  order_id: OrderId;
  policy_version: number;
  kind: 'active' | 'shadow';
  facts_encrypted: Buffer;
  facts_digest: Buffer;
  /** Canonical JSON. */
  result: string;
  at: Instant;
}

interface ReviewTable {
  borrower_id: BorrowerId;
  id: ReviewId;
  brand: string;
  order_id: OrderId;
  kind: ReviewKind;
  /** The new account that a payout waits for. */
  account_id: Optional<AccountId>;
  reasons: string[];
  state: Defaulted<ReviewState>;
  /** A payout is not sent before this moment. */
  hold_until: Optional<Instant>;
  opened_at: Instant;
  closed_at: Optional<Instant>;
  closed_by: Optional<string>;
  /** The text that the borrower reads. */
  words: Optional<string>;
  /** By which approval a member of staff decided it. */
  approval_id: Optional<ApprovalId>;
  /** The requested correction, by its name in `corrections`. */
  corrections: Optional<string[]>;
  corrections_requested_at: Optional<Instant>;
  /** When the borrower saved their details after that. */
  answered_at: Optional<Instant>;
}

interface LoanEventTable {
  borrower_id: BorrowerId;
  order_id: OrderId;
  seq: number;
  id: LoanEventId;
  kind:
    | 'disbursed'
    | 'paid'
    | 'extended'
    | 'waived'
    | 'refunded'
    | 'reversed'
    | 'writtenOff'
    | 'chargesStopped'
    | 'arranged'
    | 'arrangementEnded';
  value_date: string;
  arrived_at: Instant;
  body: Json;
}

/** Decisions about money from the shell, for which two named persons stand. */
interface BreakGlassTable {
  id: string;
  subject: 'loan_event' | 'payment' | 'utr_submission' | 'provider_message' | 'review';
  subject_id: string;
  order_id: Optional<OrderId>;
  decided_by: string;
  seconded_by: string;
  at: Defaulted<Instant>;
}

interface PaymentReminderTable {
  borrower_id: BorrowerId;
  order_id: OrderId;
  remind_on: string;
  requested_at: Instant;
}

export interface OrderTables {
  product: ProductTable;
  offer: OfferTable;
  loan_order: LoanOrderTable;
  application_address: ApplicationAddressTable;
  shown_milestone: ShownMilestoneTable;
  certificate: CertificateTable;
  agreement: AgreementTable;
  arrangement: ArrangementTable;
  disclosure: DisclosureTable;
  decision_policy: DecisionPolicyTable;
  decision_run: DecisionRunTable;
  review: ReviewTable;
  loan_event: LoanEventTable;
  /** View: archived events too. */
  every_loan_event: LoanEventTable;
  break_glass: BreakGlassTable;
  payment_reminder: PaymentReminderTable;
}
