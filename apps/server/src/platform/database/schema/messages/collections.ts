/** Tables of the collections desk: agencies, assignments, promises, objections. */
import type {
  AgencyId,
  ApprovalId,
  AssignmentId,
  BorrowerId,
  ComplaintId,
  ContactAttemptId,
  OrderId,
  PromiseId,
  StaffId,
} from '@hiram/contract/ids';
import type { Defaulted, Instant, Optional } from '../columns.ts';

interface AgencyTable {
  id: AgencyId;
  brand: string;
  name: string;
  commission_ppm: number;
  from_day: string;
  until_day: string;
  approval_id: ApprovalId;
  created_at: Instant;
  ended_at: Optional<Instant>;
}

interface AgencyPersonTable {
  agency_id: AgencyId;
  staff_id: StaffId;
  added_at: Instant;
  ended_at: Optional<Instant>;
}

interface CollectionAssignmentTable {
  borrower_id: BorrowerId;
  id: AssignmentId;
  order_id: OrderId;
  brand: string;
  staff_id: Optional<StaffId>;
  agency_id: Optional<AgencyId>;
  assigned_by: StaffId;
  assigned_at: Instant;
  ended_at: Optional<Instant>;
}

interface PaymentPromiseTable {
  borrower_id: BorrowerId;
  id: PromiseId;
  order_id: OrderId;
  brand: string;
  amount: number;
  promised_on: string;
  due_on: string;
  contact_id: ContactAttemptId;
  promised_at: Instant;
  state: Defaulted<'open' | 'kept' | 'broken' | 'cancelled'>;
  paid: Defaulted<number>;
  closed_at: Optional<Instant>;
}

interface LateFigureTable {
  borrower_id: BorrowerId;
  order_id: OrderId;
  computed_on: string;
  event_count: number;
  due: number;
  expected: number;
  has_broken_promise: boolean;
  is_promised_today: boolean;
  called_on: string | null;
}

interface ContactObjectionTable {
  borrower_id: BorrowerId;
  contact_id: ContactAttemptId;
  complaint_id: ComplaintId;
}

interface ContactRefusedTable {
  id: string;
  brand: string;
  order_id: OrderId;
  staff_id: StaffId;
  agency_id: Optional<AgencyId>;
  why: string;
  at: Instant;
}

export interface CollectionTables {
  agency: AgencyTable;
  agency_person: AgencyPersonTable;
  collection_assignment: CollectionAssignmentTable;
  payment_promise: PaymentPromiseTable;
  late_figure: LateFigureTable;
  contact_objection: ContactObjectionTable;
  contact_refused: ContactRefusedTable;
}
