/** Tables of what borrowers send to the lender: complaints and pictures. */
import type { BorrowerId, ComplaintId, OrderId, PictureId, StaffId } from '@hiram/contract/ids';
import type { Defaulted, Instant, Optional } from '../columns.ts';

interface ComplaintTable {
  borrower_id: BorrowerId;
  id: ComplaintId;
  reference: string;
  order_id: Optional<OrderId>;
  type: number;
  sub_type: Optional<number>;
  detail: string;
  created_at: Instant;
  received_on: string;
  promised_by: string;
  answer: Optional<string>;
  answered_at: Optional<Instant>;
  answered_on: Optional<string>;
  needs_score: Defaulted<boolean>;
  score: Optional<number>;
  acknowledged_at: Optional<Instant>;
  escalated_at: Optional<Instant>;
}

interface ComplaintPictureTable {
  borrower_id: BorrowerId;
  complaint_id: ComplaintId;
  place: number;
  picture_id: PictureId;
  by_lender: Defaulted<boolean>;
}

export type ComplaintEventKind =
  | 'received'
  | 'acknowledged'
  | 'infoRequested'
  | 'replied'
  | 'answered'
  | 'scored'
  | 'reopened';

export type ComplaintMessageKind =
  | 'acknowledged'
  | 'infoRequested'
  | 'replied'
  | 'answered'
  | 'note'
  | 'escalated'
  | 'reopened';

interface ComplaintMessageTable {
  borrower_id: BorrowerId;
  complaint_id: ComplaintId;
  id: string;
  kind: ComplaintMessageKind;
  staff_id: Optional<StaffId>;
  body: string;
  stars: Optional<number>;
  at: Instant;
}

interface ComplaintEventTable {
  borrower_id: BorrowerId;
  complaint_id: ComplaintId;
  id: string;
  kind: ComplaintEventKind;
  on_day: string;
  at: Instant;
}

interface PictureTable {
  borrower_id: BorrowerId;
  id: PictureId;
  purpose: 'complaint' | 'receipt' | 'answer' | 'identity';
  file: string;
  key_encrypted: Optional<Buffer>;
  upload_key: Optional<string>;
  width: number;
  height: number;
  bytes: number;
  created_at: Instant;
}

export interface ContactTables {
  complaint: ComplaintTable;
  complaint_picture: ComplaintPictureTable;
  complaint_event: ComplaintEventTable;
  complaint_message: ComplaintMessageTable;
  picture: PictureTable;
}
