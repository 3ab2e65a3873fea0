/** Tables of attempts to reach a borrower, and of what forbids them. */
import type { Outcome } from '@hiram/contract/console/collections';
import type { BorrowerId, ContactAttemptId, ContactStopId, OrderId, StaffId } from '@hiram/contract/ids';
import type { messagePurposes } from '@hiram/contract/messages';
import type { Defaulted, Instant, Optional } from '../columns.ts';

/** The ways in which a person is interrupted. A message that waits in the app interrupts nobody. */
export const contactChannels = ['call', 'sms', 'email', 'push', 'visit'] as const;
export type ContactChannel = (typeof contactChannels)[number];

export type ContactPurpose = (typeof messagePurposes)[number];

/** The stops that forbid to contact a borrower. */
export const stopKinds = [
  'dispute',
  'hardship',
  'arrangement',
  'promise',
  'counsel',
  'deceased',
  'erasure',
  'wrongPerson',
  'doNotCall',
] as const;
export type StopKind = (typeof stopKinds)[number];

interface ContactAttemptTable {
  borrower_id: BorrowerId;
  id: ContactAttemptId;
  order_id: Optional<OrderId>;
  channel: ContactChannel;
  purpose: ContactPurpose;
  by_kind: 'system' | 'staff' | 'agency';
  staff_id: Optional<StaffId>;
  agency_id: Optional<string>;
  started_at: Instant;
  /** The borrower's zone and their day in it: the database sets both. */
  zone: Defaulted<string>;
  on_day: Defaulted<string>;
  /** A person reports one of a call; a channel, of a message. */
  outcome: Optional<Outcome | 'sent' | 'delivered' | 'failed'>;
  outcome_at: Optional<Instant>;
  note: Optional<string>;
}

interface ContactStopTable {
  borrower_id: BorrowerId;
  id: ContactStopId;
  kind: StopKind;
  channels: Optional<readonly ContactChannel[]>;
  since: Instant;
  until: Optional<Instant>;
  staff_id: Optional<StaffId>;
  note: Optional<string>;
  ended_at: Optional<Instant>;
  ended_by: Optional<StaffId>;
  end_note: Optional<string>;
}

/**
 * A view: rows of `contact_stop`, open complaints about collection, accounts that are to be erased,
 * arrangements asked for or kept.
 */
interface ContactStoppedView {
  borrower_id: BorrowerId;
  kind: StopKind;
  channels: readonly ContactChannel[] | null;
  since: Instant;
  until: Instant | null;
  /** The id of a row of `contact_stop`. */
  id: ContactStopId | null;
}

interface ContactLawTable {
  country: string;
  from_hour: number;
  until_hour: number;
  last_weekday: number;
  on_holidays: boolean;
  unless_days_late: number | null;
  unless_consent: boolean;
}

interface ContactZoneTable {
  country: string;
  zone: string;
}

interface ContactBrandTable {
  brand: string;
  country: string;
}

interface ContactHolidayTable {
  brand: string;
  day: string;
}

export interface ContactAttemptTables {
  contact: ContactAttemptTable;
  contact_stop: ContactStopTable;
  contact_stopped: ContactStoppedView;
  contact_law: ContactLawTable;
  contact_zone: ContactZoneTable;
  contact_brand: ContactBrandTable;
  contact_holiday: ContactHolidayTable;
}
