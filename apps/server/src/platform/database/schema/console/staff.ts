/** The lender's staff: passkeys, sessions, roles, approvals, and what they read. */
import type {
  ApprovalId,
  BorrowerId,
  MailId,
  StaffId,
  StaffSessionId,
  StaffShiftId,
} from '@hiram/contract/ids';
import type { Defaulted, Instant, Json, Optional, OptionalJson } from '../columns.ts';

interface StaffTable {
  id: StaffId;
  name: string;
  email: string;
  created_at: Instant;
  ended_at: Optional<Instant>;
  end_reason: Optional<string>;
  invited_by: Optional<StaffId>;
  directory_subject: Optional<string>;
}

interface StaffKeyTable {
  /** The credential's id in base64url. */
  id: string;
  staff_id: StaffId;
  name: Defaulted<string>;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
  backed_up: boolean;
  created_at: Instant;
  used_at: Optional<Instant>;
  revoked_at: Optional<Instant>;
  registered_by: 'invitation' | 'recovery' | 'session';
}

interface StaffSignatureTable {
  digest: Buffer;
  key_id: string;
  purpose: 'signIn' | 'unlock' | 'approve' | 'changeKeys' | 'post';
  assertion: Json;
  at: Instant;
  /** The session, passkey or approval for which it was used. */
  used_for: Optional<string>;
}

interface StaffSessionTable {
  token_hash: Buffer;
  id: StaffSessionId;
  staff_id: StaffId;
  key_id: Optional<string>;
  by_directory: Defaulted<boolean>;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant;
  locked_at: Optional<Instant>;
  revoked_at: Optional<Instant>;
}

interface StaffInvitationTable {
  token_hash: Buffer;
  staff_id: StaffId;
  mail_id: Optional<MailId>;
  created_at: Instant;
  expires_at: Instant;
  used_at: Optional<Instant>;
  revoked_at: Optional<Instant>;
}

interface StaffTotpTable {
  staff_id: StaffId;
  /** Null until a code of the pending secret was typed. */
  secret_encrypted: Optional<Buffer>;
  pending_encrypted: Optional<Buffer>;
  set_up_at: Optional<Instant>;
  /** The period whose code was accepted last. */
  last_step: Defaulted<number>;
}

interface StaffRecoveryTable {
  approval_id: ApprovalId;
  staff_id: StaffId;
  token_hash: Optional<Buffer>;
  handed_over_at: Optional<Instant>;
  created_at: Instant;
  expires_at: Instant;
  tries: Defaulted<number>;
  /** When a code was accepted. */
  code_at: Optional<Instant>;
  used_at: Optional<Instant>;
  revoked_at: Optional<Instant>;
}

interface RoleTable {
  name: string;
  summary: string;
}

interface RoleRightTable {
  role: string;
  right: string;
}

interface AuthorityTable {
  role: string;
  action: string;
  /** `*`: every brand. */
  brand: string;
  /** Cents. */
  max_per_item: Optional<number>;
  max_per_day: Optional<number>;
  second_person_from: Optional<number>;
  approval_id: Optional<ApprovalId>;
}

interface ApprovalTable {
  id: ApprovalId;
  action: string;
  brand: string;
  request: Json;
  effect: Json;
  effect_digest: Buffer;
  statement: string;
  subject: string;
  subject_id: string;
  amount: Optional<number>;
  cost: Defaulted<number>;
  reference: Defaulted<string>;
  reason: string;
  requested_by: StaffId;
  requested_at: Instant;
  /** The session in which it was asked. */
  request_session: StaffSessionId;
  requested_on: string;
  expires_at: Instant;
  state: 'waiting' | 'done' | 'rejected' | 'withdrawn' | 'expired' | 'changed';
  within_limit: Defaulted<boolean>;
  approved_by: Optional<StaffId>;
  signing_key: Optional<string>;
  signing_nonce: Optional<Buffer>;
  signing_assertion: OptionalJson;
  rejected_by: Optional<StaffId>;
  rejected_because: Defaulted<string>;
  closed_at: Optional<Instant>;
}

interface ApprovalMessageTable {
  id: string;
  approval_id: ApprovalId;
  staff_id: StaffId;
  body: string;
  at: Instant;
}

interface StaffRoleTable {
  staff_id: StaffId;
  role: string;
  brand: string;
  approval_id: Optional<ApprovalId>;
  assigned_at: Instant;
}

interface StaffDirectoryRoleTable {
  staff_id: StaffId;
  role: string;
  brand: string;
  expires_at: Instant;
}

interface StaffDirectorySignInTable {
  state_hash: Buffer;
  nonce: string;
  code_verifier: string;
  expires_at: Instant;
}

interface StaffChallengeTable {
  challenge: Buffer;
  purpose: 'signIn' | 'unlock' | 'register' | 'approve' | 'changeKeys' | 'file' | 'post';
  staff_id: Optional<StaffId>;
  approval_id: Optional<ApprovalId>;
  nonce: Optional<Buffer>;
  expires_at: Instant;
}

interface StaffReadTable {
  id: string;
  staff_id: StaffId;
  borrower_id: Optional<BorrowerId>;
  /** The borrowers of a page of a list. */
  borrower_ids: Optional<BorrowerId[]>;
  subject: string;
  subject_id: string;
  field: string;
  /** True if it was opened from its encryption. */
  encrypted: Defaulted<boolean>;
  fields: Defaulted<number>;
  approval_id: Optional<ApprovalId>;
  reason: string;
  at: Instant;
}

interface StaffShiftTable {
  id: StaffShiftId;
  staff_id: StaffId;
  /** `*`: in every brand. */
  brand: string;
  kind: 'shift' | 'onCall';
  starts_at: Instant;
  ends_at: Instant;
  state: 'requested' | 'accepted' | 'declined' | 'cancelled';
  planned_by: StaffId;
  planned_at: Instant;
  answered_at: Optional<Instant>;
}

export interface StaffTables {
  staff_shift: StaffShiftTable;
  staff_directory_role: StaffDirectoryRoleTable;
  staff_directory_sign_in: StaffDirectorySignInTable;
  staff: StaffTable;
  staff_key: StaffKeyTable;
  staff_session: StaffSessionTable;
  staff_signature: StaffSignatureTable;
  staff_invitation: StaffInvitationTable;
  role: RoleTable;
  role_right: RoleRightTable;
  authority: AuthorityTable;
  approval: ApprovalTable;
  approval_message: ApprovalMessageTable;
  staff_totp: StaffTotpTable;
  staff_recovery: StaffRecoveryTable;
  staff_role: StaffRoleTable;
  staff_challenge: StaffChallengeTable;
  staff_read: StaffReadTable;
}
