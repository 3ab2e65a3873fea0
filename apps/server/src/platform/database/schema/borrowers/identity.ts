/** Checks of borrowers' identity documents. */
import type { ApprovalId, BorrowerId, IdentityCheckId, PictureId } from '@hiram/contract/ids';
import type { Defaulted, Instant, Optional } from '../columns.ts';

interface IdentityAskedTable {
  brand: string;
  asked_since: Instant;
}

interface IdentityCheckTable {
  borrower_id: BorrowerId;
  id: IdentityCheckId;
  brand: string;
  document: string;
  state: 'draft' | 'open' | 'verified' | 'failed' | 'unclear' | 'superseded';
  front_id: Optional<PictureId>;
  back_id: Optional<PictureId>;
  selfie_id: Optional<PictureId>;
  created_at: Instant;
  submitted_at: Optional<Instant>;
  answered_at: Optional<Instant>;
  answer: Optional<'verified' | 'failed' | 'unclear'>;
  face: Optional<'match' | 'differs' | 'unclear'>;
  read_encrypted: Optional<Buffer>;
  contradictions: Defaulted<string[]>;
  person_digest: Optional<Buffer>;
  compared_at: Optional<Instant>;
  decided_at: Optional<Instant>;
  approval_id: Optional<ApprovalId>;
}

export interface IdentityTables {
  identity_asked: IdentityAskedTable;
  identity_check: IdentityCheckTable;
}
