/** Lists of persons, the borrowers who were compared with them, and reports of credit bureaus. */
import type { ApprovalId, BorrowerId, BureauReportId, HitId, OrderId } from '@hiram/contract/ids';
import type { Defaulted, Instant, Optional } from '../columns.ts';

/** The lists that can be imported. */
export type ScreeningListName = 'un' | 'amlc' | 'ofac' | 'own';

interface ScreeningListTable {
  id: number;
  list: ScreeningListName;
  sha256: Buffer;
  entries: number;
  added: number;
  removed: number;
  imported_at: Instant;
  superseded_at: Optional<Instant>;
}

interface ScreeningEntryTable {
  list_id: number;
  reference: string;
  name: string;
  folded: string;
  birth_years: number[];
  digest: Buffer;
  added_in: number;
}

interface ScreeningTable {
  borrower_id: BorrowerId;
  brand: string;
  person_digest: Buffer;
  version: number;
  service_digest: Optional<Buffer>;
  screened_at: Instant;
}

interface ScreeningHitTable {
  borrower_id: BorrowerId;
  id: HitId;
  brand: string;
  list: ScreeningListName | 'outside';
  reference: string;
  name: string;
  birth_years: number[];
  entry_digest: Buffer;
  person_digest: Buffer;
  /** Thousandths. */
  likeness: number;
  state: Defaulted<'open' | 'cleared' | 'confirmed' | 'left'>;
  found_at: Instant;
  decided_at: Optional<Instant>;
  reason: Optional<string>;
  approval_id: Optional<ApprovalId>;
  /** The day by which a confirmed hit is reported. */
  report_by: Optional<string>;
  reported_at: Optional<Instant>;
  report_reference: Optional<string>;
  report_approval_id: Optional<ApprovalId>;
}

interface BureauReportTable {
  borrower_id: BorrowerId;
  id: BureauReportId;
  brand: string;
  order_id: OrderId;
  person_digest: Buffer;
  asked_at: Instant;
  asked_on: string;
  answered_at: Optional<Instant>;
  encrypted: Optional<Buffer>;
  bureau_reference: Optional<string>;
  /** Cents. */
  price: Optional<number>;
}

export interface ScreeningTables {
  screening_list: ScreeningListTable;
  screening_entry: ScreeningEntryTable;
  screening: ScreeningTable;
  screening_hit: ScreeningHitTable;
  bureau_report: BureauReportTable;
}
