/** Tables of borrowers: profile, devices, consents, contacts, identity marks. */
import type { BorrowerId, ContactId, SavedLoanId } from '@hiram/contract/ids';
import type { Defaulted, Instant, Optional, OptionalJson } from '../columns.ts';

interface BorrowerTable {
  id: BorrowerId;
  brand: string;
  phone: string;
  blocked_reason: Optional<string>;
  created_at: Instant;
  /** The invitation code of this borrower, and the code of the borrower who invited them. */
  invite_code: Optional<string>;
  invited_by: Optional<string>;
  /** The landing page and the tracking parameters of the registration. */
  registration_source: OptionalJson;
  password_hash: Optional<string>;
  language: Optional<string>;
  theme: Optional<'light' | 'dark' | 'system'>;
  /** The time zone of the certified place, in a country with several; null: not known, or the country has one. */
  time_zone: Optional<string>;
  erased_at: Optional<Instant>;
}

interface BorrowerProfileTable {
  borrower_id: BorrowerId;
  data_group: 'public' | 'personal' | 'job' | 'extra' | 'bank';
  encrypted: Buffer;
  updated_at: Instant;
  revision: Defaulted<number>;
  /** The device that saved the group first. */
  device_id: Optional<string>;
}

interface ProfileDraftTable {
  borrower_id: BorrowerId;
  data_group: 'public' | 'personal' | 'job' | 'extra';
  encrypted: Buffer;
  updated_at: Instant;
}

interface ProfileHistoryTable {
  borrower_id: BorrowerId;
  id: string;
  data_group: string;
  revision: number;
  encrypted: Buffer;
  replaced_at: Instant;
}

interface ReferenceContactTable {
  borrower_id: BorrowerId;
  id: ContactId;
  place: number;
  name_encrypted: Buffer;
  phone_encrypted: Buffer;
  phone_digest: Buffer;
  relation: 'family' | 'friend' | 'colleague' | 'other';
  created_at: Instant;
}

interface ConsentTable {
  borrower_id: BorrowerId;
  kind: 'privacy' | 'marketing' | 'location' | 'contacts' | 'anyHour';
  version: string;
  given_at: Instant;
  withdrawn_at: Optional<Instant>;
}

interface DeviceTable {
  borrower_id: BorrowerId;
  device_id: string;
  name: string;
  os_version: string;
  app_version: string;
  first_seen_at: Instant;
  seen_at: Instant;
}

interface DeviceLocationTable {
  borrower_id: BorrowerId;
  id: string;
  latitude: number;
  longitude: number;
  at: Instant;
}

interface IdentityMarkTable {
  brand: string;
  kind: 'document' | 'account' | 'device' | 'person';
  digest: Buffer;
  borrower_id: BorrowerId;
  seen_at: Instant;
}

interface BlockedPersonTable {
  brand: string;
  kind: 'phone' | 'document';
  digest: Buffer;
  reason: string;
  blocked_at: Instant;
}

interface ErasureRequestTable {
  borrower_id: BorrowerId;
  requested_at: Instant;
  erase_on: string;
}

interface SavedLoanTable {
  borrower_id: BorrowerId;
  id: SavedLoanId;
  place: number;
  name: string;
  principal: number;
  rate: number;
  tenure: number;
  start_date: string;
  emi: number;
  created_at: Instant;
}

export interface BorrowerTables {
  borrower: BorrowerTable;
  borrower_profile: BorrowerProfileTable;
  profile_draft: ProfileDraftTable;
  profile_history: ProfileHistoryTable;
  reference_contact: ReferenceContactTable;
  consent: ConsentTable;
  device: DeviceTable;
  device_location: DeviceLocationTable;
  identity_mark: IdentityMarkTable;
  blocked_person: BlockedPersonTable;
  erasure_request: ErasureRequestTable;
  saved_loan: SavedLoanTable;
}
