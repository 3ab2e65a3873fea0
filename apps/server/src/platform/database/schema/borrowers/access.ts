/** Tables of sign-in and its limits: sessions, tickets, codes, text messages, captchas. */
import type { BorrowerId, MailId, OneTimeCodeId, SessionId, SmsId } from '@hiram/contract/ids';
import type { Defaulted, Instant, Optional } from '../columns.ts';

interface SessionTable {
  token_hash: Buffer;
  borrower_id: BorrowerId;
  brand: string;
  device_id: Optional<string>;
  created_at: Instant;
  expires_at: Instant;
  revoked_at: Optional<Instant>;
  id: Defaulted<SessionId>;
  /** Rounded to the hour. */
  used_at: Defaulted<Instant>;
  given_by: Optional<string>;
  /** When its holder proved the number by a one-time code; null after a password. */
  code_at: Optional<Instant>;
  /** SHA-256 of the key of an app's native side, and of a page's cookie or key, that the session is bound to. */
  app_proof: Optional<Buffer>;
  page_proof: Optional<Buffer>;
}

interface TicketTable {
  token_hash: Buffer;
  session_hash: Buffer;
  expires_at: Instant;
  used_at: Optional<Instant>;
}

interface SignInTryTable {
  id: string;
  brand: string;
  phone: string;
  address: string;
  at: Instant;
  proof: Optional<Buffer>;
  known: Defaulted<boolean>;
}

interface OneTimeCodeTable {
  id: OneTimeCodeId;
  brand: string;
  phone: string;
  purpose: string;
  device_id: Optional<string>;
  address: Optional<string>;
  code_hash: Buffer;
  tries: Defaulted<number>;
  created_at: Instant;
  expires_at: Instant;
  used_at: Optional<Instant>;
  superseded_at: Optional<Instant>;
  /** The proof of the page or app that requested the code. */
  proof: Optional<Buffer>;
  /** A captcha was solved for it. */
  captcha: Defaulted<boolean>;
  /** Read out in a call. */
  voice: Defaulted<boolean>;
  /** SHA-256 of the promotion page's sid. */
  visitor: Optional<Buffer>;
  /** Requested by the number's owner on a known device. */
  known: Defaulted<boolean>;
  /** The IPv6 network of 48 bits. */
  network: Optional<string>;
}

interface SmsTable {
  id: SmsId;
  brand: string;
  phone: string;
  purpose: string;
  body_encrypted: Buffer;
  state: 'queued' | 'sent' | 'failed';
  created_at: Instant;
  sent_at: Optional<Instant>;
  voice: Defaulted<boolean>;
}

interface MailTable {
  id: MailId;
  brand: Optional<string>;
  recipient: string;
  purpose: string;
  subject: string;
  body_encrypted: Buffer;
  state: 'queued' | 'sent' | 'rejected' | 'expired';
  created_at: Instant;
  send_before: Optional<Instant>;
  sent_at: Optional<Instant>;
  refusal: Optional<string>;
}

interface UsageCountTable {
  brand: string;
  kind: string;
  subject: Buffer;
  window_start: Instant;
  times: number;
}

interface VisitorTable {
  sid_hash: Buffer;
  brand: string;
  device_id: Optional<string>;
  address: string;
  created_at: Instant;
  captcha_hash: Optional<Buffer>;
  captcha_expires_at: Optional<Instant>;
  captcha_used_at: Optional<Instant>;
  code_phone: Optional<string>;
  /** The captcha with which this code was requested. */
  code_device_id: Optional<string>;
  captchas: Defaulted<number>;
  /** Sandbox only: the encrypted answer, shown to testers. */
  captcha_encrypted: Optional<Buffer>;
  registered_at: Optional<Instant>;
  /** The proof-of-work challenge for people who cannot see the picture, and when one was last solved. */
  work_challenge: Optional<string>;
  work_expires_at: Optional<Instant>;
  worked_at: Optional<Instant>;
}

export interface AccessTables {
  session: SessionTable;
  ticket: TicketTable;
  sign_in_try: SignInTryTable;
  one_time_code: OneTimeCodeTable;
  sms: SmsTable;
  mail: MailTable;
  usage_count: UsageCountTable;
  visitor: VisitorTable;
}
