import type { ColumnType, Generated, InsertType, SelectType } from 'kysely';
import type { Updatable } from './updatable-columns.ts';

/** An instant: a Date both ways. */
type Instant = Date;
/** JSON: written as text, read as a value. */
type Json = ColumnType<unknown, string, string>;
type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Defaulted<T> = Generated<T>;

interface InstallationTable {
  singleton: Defaulted<boolean>;
  sandbox: boolean;
  created_at: Defaulted<Instant>;
}

interface DailyRunTable {
  name: string;
  brand: string;
  day: string;
  started_at: Instant;
  finished_at: Optional<Instant>;
  counts: OptionalJson;
}

interface ReconciliationDifferenceTable {
  provider: string;
  day: string;
  /** `day`: the day as a whole. */
  kind: 'payment' | 'payout' | 'day';
  reference: string;
  reason: string;
  theirs: Optional<string>;
  ours: Optional<string>;
  found_at: Instant;
  resolved_at: Optional<Instant>;
}

interface KeyCheckTable {
  singleton: Defaulted<boolean>;
  encrypted: Buffer;
}

interface BusinessClockTable {
  singleton: Defaulted<boolean>;
  offset_days: Defaulted<number>;
}

interface BorrowerTable {
  id: string;
  brand: string;
  phone: string;
  blocked_reason: Optional<string>;
  created_at: Instant;
  /** The invitation code of this borrower, and the code of the borrower who invited them. */
  invite_code: Optional<string>;
  invited_by: Optional<string>;
  /** The landing page and the tracking parameters of the registration. */
  came_from: OptionalJson;
  password_hash: Optional<string>;
  language: Optional<string>;
  theme: Optional<'light' | 'dark' | 'system'>;
  erased_at: Optional<Instant>;
}

interface ProfileDraftTable {
  borrower_id: string;
  data_group: 'public' | 'personal' | 'job' | 'extra';
  encrypted: Buffer;
  updated_at: Instant;
}

interface ProfileHistoryTable {
  borrower_id: string;
  id: string;
  data_group: string;
  revision: number;
  encrypted: Buffer;
  replaced_at: Instant;
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

interface UsageCountTable {
  brand: string;
  kind: string;
  subject: Buffer;
  window_start: Instant;
  times: number;
}

interface DeviceTable {
  borrower_id: string;
  device_id: string;
  name: string;
  os_version: string;
  app_version: string;
  first_seen_at: Instant;
  seen_at: Instant;
}

interface DeviceLocationTable {
  borrower_id: string;
  id: string;
  latitude: number;
  longitude: number;
  at: Instant;
}

interface ReferenceContactTable {
  borrower_id: string;
  id: string;
  place: number;
  name_encrypted: Buffer;
  phone_encrypted: Buffer;
  phone_digest: Buffer;
  relation: 'family' | 'friend' | 'colleague' | 'other';
  created_at: Instant;
}

interface ConsentTable {
  borrower_id: string;
  kind: 'privacy' | 'marketing' | 'location' | 'contacts';
  version: string;
  given_at: Instant;
  withdrawn_at: Optional<Instant>;
}

interface ErasureRequestTable {
  borrower_id: string;
  asked_at: Instant;
  erase_on: string;
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
  code_captcha_hash: Optional<Buffer>;
  captchas: Defaulted<number>;
  /** Sandbox only: the encrypted answer, shown to testers. */
  captcha_encrypted: Optional<Buffer>;
  registered_at: Optional<Instant>;
  /** The proof-of-work challenge for people who cannot see the picture, and when one was last solved. */
  work_challenge: Optional<string>;
  work_expires_at: Optional<Instant>;
  worked_at: Optional<Instant>;
}

interface PromotionEventTable {
  day: string;
  brand: string;
  digest: Buffer;
  kind: 'visit' | 'click' | 'codeSent' | 'registered' | 'firstLoan';
  visitor: Buffer;
  template: Optional<string>;
  page_id: Optional<string>;
  user_from: Optional<string>;
  client_type: Optional<string>;
  utm_tag: Optional<string>;
  app_from: Optional<string>;
  borrower_id: Optional<string>;
  at: Instant;
}

interface BorrowerProfileTable {
  borrower_id: string;
  data_group: 'public' | 'personal' | 'job' | 'extra' | 'bank';
  encrypted: Buffer;
  updated_at: Instant;
  revision: Defaulted<number>;
}

interface SessionTable {
  token_hash: Buffer;
  borrower_id: string;
  brand: string;
  device_id: Optional<string>;
  created_at: Instant;
  expires_at: Instant;
  revoked_at: Optional<Instant>;
  id: Defaulted<string>;
  /** Rounded to the hour. */
  used_at: Defaulted<Instant>;
  given_by: Optional<string>;
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

interface OneTimeCodeTable {
  id: string;
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
  /** SHA-256 of the promotion page's sid. */
  visitor: Optional<Buffer>;
  /** Requested by the number's owner on a known device. */
  known: Defaulted<boolean>;
  /** The IPv6 network of 48 bits. */
  network: Optional<string>;
}

interface IdempotencyTable {
  borrower_id: string;
  call: string;
  key: string;
  /** Empty; earlier versions stored an unkeyed hash. */
  body_hash: Buffer;
  /** Keyed digest of the request that first used the key. */
  body_digest: Optional<Buffer>;
  state: 'running' | 'done';
  http_status: Optional<number>;
  answer: OptionalJson;
  created_at: Instant;
}

interface ProductTable {
  id: string;
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
  borrower_id: string;
  product_id: string;
  amount: number;
  terms_hash: Buffer;
  shown_at: Instant;
}

interface LoanOrderTable {
  borrower_id: string;
  id: string;
  brand: string;
  product_id: string;
  kind: 'single' | 'perPeriod';
  amount: number;
  terms: Json;
  client_kind: 'new' | 'repeat';
  status: 21 | 110 | 151 | 170 | 174 | 180 | 200;
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
  /** When a reversed payment reopened the settled loan. */
  reopened_at: Optional<Instant>;
}

interface AgreementTable {
  borrower_id: string;
  id: string;
  order_id: string;
  scene: number;
  position: number;
  title: string;
  /** Empty, except in rows of earlier versions. */
  html: string;
  html_encrypted: Optional<Buffer>;
  /** A keyed digest of the text; in rows of earlier versions its SHA-256. */
  sha256: Buffer;
  agreed_at: Instant;
  language: Defaulted<string>;
  /** When it was acknowledged separately, where the market requires that. */
  acknowledged_at: Optional<Instant>;
}

interface DisclosureTable {
  borrower_id: string;
  id: string;
  product_id: string;
  amount: number;
  terms_hash: Buffer;
  language: string;
  title: string;
  /** As in `agreement`. */
  html: string;
  html_encrypted: Optional<Buffer>;
  sha256: Buffer;
  acknowledged_at: Instant;
}

interface BankAccountTable {
  borrower_id: string;
  id: string;
  card_type: number;
  channel: string;
  institution: string;
  /** India: the branch's code. */
  ifsc: string | null;
  number_encrypted: Buffer;
  number_tail: string;
  number_digest: Buffer;
  holder_encrypted: Buffer;
  state: 'active' | 'replaced' | 'refused';
  created_at: Instant;
}

interface PayoutTable {
  borrower_id: string;
  id: string;
  order_id: string;
  account_id: string;
  amount: number;
  state: 'requested' | 'sent' | 'paid' | 'returned';
  provider: string;
  provider_reference: Optional<string>;
  reason: Optional<string>;
  requested_at: Instant;
  sent_at: Optional<Instant>;
  /** The business day of sending. Null in rows older than the column; they have `sent_at` only. */
  sent_on: Optional<string>;
  settled_at: Optional<Instant>;
  settled_on: Optional<string>;
  /** When the provider was last queried for the state. */
  asked_at: Optional<Instant>;
}

interface PaymentCodeTable {
  borrower_id: string;
  id: string;
  order_id: string;
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
  state: 'asked' | 'open' | 'paid' | 'replaced';
}

interface PaymentTable {
  borrower_id: string;
  id: string;
  order_id: string;
  code_id: Optional<string>;
  provider: string;
  provider_payment_id: string;
  amount: number;
  paid_on: string;
  confirmed_on: string;
  state: 'posted' | 'held' | 'reversed' | 'refused';
  held_reason: Optional<string>;
  received_at: Instant;
  /** When an operator decided on a held payment, and the note. */
  reviewed_at: Optional<Instant>;
  review_note: Optional<string>;
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
  /** How often it arrived, and when last if more than once. */
  times: Defaulted<number>;
  last_at: Optional<Instant>;
}

interface RejectedMessageTable {
  provider: string;
  hour: Instant;
  reason: 'forged' | 'malformed' | 'putOff';
  times: number;
  last_at: Instant;
  /** Empty; earlier versions stored an unkeyed hash. */
  last_sha256: Defaulted<Buffer>;
  /** Keyed digest of the last body. */
  last_digest: Optional<Buffer>;
}

interface SmsTable {
  id: string;
  brand: string;
  phone: string;
  purpose: string;
  body_encrypted: Buffer;
  state: 'queued' | 'sent' | 'failed';
  created_at: Instant;
  sent_at: Optional<Instant>;
  voice: Defaulted<boolean>;
}

interface PartnerAnswerTable {
  borrower_id: string;
  partner_key: string;
  globally: number;
  shown: Defaulted<boolean>;
}

interface RefusedLinkTable {
  id: string;
  brand: string;
  borrower_id: Optional<string>;
  host: string;
  seen_at: Instant;
}

interface LoanEventTable {
  borrower_id: string;
  order_id: string;
  seq: number;
  id: string;
  kind: 'disbursed' | 'paid' | 'extended' | 'waived' | 'refunded' | 'reversed' | 'writtenOff';
  value_date: string;
  arrived_at: Instant;
  body: Json;
}

interface JournalTable {
  id: string;
  borrower_id: string;
  order_id: string;
  brand: string;
  event_id: Optional<string>;
  kind: string;
  posted_on: string;
  created_at: Defaulted<Instant>;
}

interface JournalLineTable {
  journal_id: string;
  line_no: number;
  borrower_id: string;
  order_id: string;
  account: string;
  event_id: Optional<string>;
  amount: number;
}

interface TrackingEventTable {
  id: string;
  day: string;
  brand: string;
  borrower_id: Optional<string>;
  kind: string;
  module_id: Optional<number>;
  position_id: Optional<number>;
  product_id: Optional<string>;
  at: Instant;
}

interface SandboxCodeTable {
  id: string;
  reference: string;
  pay_code: string;
  amount: number;
  expires_at: Instant;
}

interface SandboxPayoutTable {
  id: string;
  reference: string;
  amount: number;
  institution: string;
  account_digest: string;
  state: 'accepted' | 'paid' | 'returned';
  reason: Optional<string>;
  held: Defaulted<boolean>;
  made_on: Optional<string>;
  ended_on: Optional<string>;
}

/** Payments that the sandbox's provider received, whether or not it sent a notice. */
interface SandboxPaymentTable {
  id: string;
  reference: string;
  amount: number;
  paid_on: string;
  reversed_on: Optional<string>;
}

interface SandboxTextTable {
  id: string;
  phone: string;
  body: string;
  received_at: Instant;
}

interface KeptLoanTable {
  borrower_id: string;
  id: string;
  place: number;
  name: string;
  principal: number;
  rate: number;
  tenure: number;
  start_date: string;
  emi: number;
  created_at: Instant;
}

interface JointLoginFailureTable {
  borrower_id: string;
  id: string;
  order_id: Optional<string>;
  partner: string;
  reason: string;
  failed_at: Instant;
}

interface PictureTable {
  borrower_id: string;
  id: string;
  purpose: 'complaint' | 'receipt' | 'answer';
  file: string;
  upload_key: Optional<string>;
  width: number;
  height: number;
  bytes: number;
  created_at: Instant;
}

interface ComplaintTable {
  borrower_id: string;
  id: string;
  reference: string;
  order_id: Optional<string>;
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
}

interface ComplaintPictureTable {
  borrower_id: string;
  complaint_id: string;
  place: number;
  picture_id: string;
  by_lender: Defaulted<boolean>;
}

interface ComplaintEventTable {
  borrower_id: string;
  complaint_id: string;
  id: string;
  kind: 'received' | 'answered' | 'scored';
  on_day: string;
  at: Instant;
}

interface UtrSubmissionTable {
  borrower_id: string;
  id: string;
  brand: string;
  order_id: string;
  code_id: string;
  channel: string;
  utr: string;
  amount: number;
  picture_id: Optional<string>;
  state: Defaulted<'review' | 'accepted' | 'refused'>;
  reason: Optional<string>;
  sent_on: string;
  sent_at: Instant;
  decided_at: Optional<Instant>;
  /** The person who decided, if the command named one. */
  reviewed_by: Optional<string>;
}

interface DebitCardTable {
  borrower_id: string;
  id: string;
  bank_code: string;
  bank_name: string;
  tail: string;
  token_encrypted: Buffer;
  digest: Buffer;
  created_at: Instant;
}

interface CardPaymentTable {
  borrower_id: string;
  id: string;
  order_id: string;
  card_id: string;
  code_id: string;
  repay_token: string;
  amount: number;
  charge: Optional<string>;
  needs_code: Defaulted<boolean>;
  state: 'begun' | 'waiting' | 'confirmed' | 'declined';
  code_sent_at: Optional<Instant>;
  created_at: Instant;
  confirming_at: Optional<Instant>;
}

interface SandboxCardTable {
  token: string;
  tail: string;
  asks_code: boolean;
  declines: boolean;
}

interface SandboxChargeTable {
  id: string;
  reference: string;
  token: string;
  amount: number;
  state: 'waiting' | 'paid' | 'declined';
  code: Optional<string>;
  tries: Defaulted<number>;
  code_expires_at: Optional<Instant>;
}

interface WebBuildTable {
  id: string;
  asset_names: string[];
  first_seen_at: Defaulted<Instant>;
  last_seen_at: Defaulted<Instant>;
}

interface WriteProbeTable {
  filler: string;
}

interface WebAssetTable {
  name: string;
  brotli: Buffer;
}

interface MatchKeyTable {
  singleton: Defaulted<boolean>;
  /** The key of every identity digest, encrypted with the data key. */
  encrypted: Buffer;
}

interface IdentityMarkTable {
  brand: string;
  kind: 'document' | 'account' | 'device';
  digest: Buffer;
  borrower_id: string;
  seen_at: Instant;
}

interface BlockedPersonTable {
  brand: string;
  kind: 'phone' | 'document';
  digest: Buffer;
  reason: string;
  blocked_at: Instant;
}

interface ReviewTable {
  borrower_id: string;
  id: string;
  brand: string;
  order_id: string;
  kind: 'application' | 'payout';
  /** The new account that a payout waits for. */
  account_id: Optional<string>;
  reasons: string[];
  state: Defaulted<'waiting' | 'approved' | 'released' | 'refused' | 'askedAgain' | 'cancelled'>;
  /** A payout is not sent before this moment. */
  hold_until: Optional<Instant>;
  opened_at: Instant;
  closed_at: Optional<Instant>;
  closed_by: Optional<string>;
  /** The text that the borrower reads. */
  words: Optional<string>;
}

interface AccountChangeTable {
  borrower_id: string;
  id: string;
  account_id: string;
  former_id: Optional<string>;
  token_hash: Buffer;
  changed_at: Instant;
  hold_until: Instant;
  disowned_at: Optional<Instant>;
}

interface TextEventTable {
  borrower_id: string;
  order_id: string;
  /** Events of which the borrower was notified by text: each event once. */
  event: string;
  at: Instant;
}

/** Every table with all its columns, as its owner may change them. */
export interface Tables {
  web_build: WebBuildTable;
  web_asset: WebAssetTable;
  write_probe: WriteProbeTable;
  installation: InstallationTable;
  business_clock: BusinessClockTable;
  key_check: KeyCheckTable;
  reconciliation_difference: ReconciliationDifferenceTable;
  daily_run: DailyRunTable;
  borrower: BorrowerTable;
  visitor: VisitorTable;
  promotion_event: PromotionEventTable;
  borrower_profile: BorrowerProfileTable;
  session: SessionTable;
  ticket: TicketTable;
  one_time_code: OneTimeCodeTable;
  idempotency: IdempotencyTable;
  product: ProductTable;
  offer: OfferTable;
  loan_order: LoanOrderTable;
  agreement: AgreementTable;
  disclosure: DisclosureTable;
  bank_account: BankAccountTable;
  payout: PayoutTable;
  payment_code: PaymentCodeTable;
  payment: PaymentTable;
  provider_message: ProviderMessageTable;
  rejected_message: RejectedMessageTable;
  sms: SmsTable;
  partner_answer: PartnerAnswerTable;
  refused_link: RefusedLinkTable;
  loan_event: LoanEventTable;
  journal: JournalTable;
  journal_line: JournalLineTable;
  tracking_event: TrackingEventTable;
  saved_loan: KeptLoanTable;
  joint_login_failure: JointLoginFailureTable;
  picture: PictureTable;
  complaint: ComplaintTable;
  complaint_picture: ComplaintPictureTable;
  complaint_event: ComplaintEventTable;
  utr_submission: UtrSubmissionTable;
  debit_card: DebitCardTable;
  card_payment: CardPaymentTable;
  sandbox_card: SandboxCardTable;
  sandbox_charge: SandboxChargeTable;
  sign_in_try: SignInTryTable;
  usage_count: UsageCountTable;
  device: DeviceTable;
  device_location: DeviceLocationTable;
  reference_contact: ReferenceContactTable;
  consent: ConsentTable;
  erasure_request: ErasureRequestTable;
  profile_draft: ProfileDraftTable;
  profile_history: ProfileHistoryTable;
  sandbox_code: SandboxCodeTable;
  sandbox_payment: SandboxPaymentTable;
  sandbox_payout: SandboxPayoutTable;
  sandbox_text: SandboxTextTable;
  match_key: MatchKeyTable;
  identity_mark: IdentityMarkTable;
  blocked_person: BlockedPersonTable;
  review: ReviewTable;
  account_change: AccountChangeTable;
  text_event: TextEventTable;
  sandbox_borrower: { borrower_id: string };
  late_promise: { brand: string; order_id: string; promise: 'decision' | 'crediting'; promised_by: string };
}

type Fixed<Column> = ColumnType<SelectType<Column>, InsertType<Column>, never>;
type Guarded<Table, Columns> = {
  [Name in keyof Table]: Name extends Columns ? Table[Name] : Fixed<Table[Name]>;
};
type UpdatableIn<Name> = Name extends keyof Updatable ? Checked<Updatable>[Name][number] : never;

/** Compile-time check that every listed table and column exists. */
type Listed = {
  readonly [Name in keyof Updatable]: Name extends keyof Tables ? readonly (keyof Tables[Name])[] : never;
};
type Checked<List extends Listed> = List;

/** Every table as the server's queries see it: only the columns that its login may update are updatable. */
export type Database = { [Name in keyof Tables]: Guarded<Tables[Name], UpdatableIn<Name>> };
