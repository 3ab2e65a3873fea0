/** The sandbox: what its fake providers hold. */

import type { BorrowerId } from '@hiram/contract/ids';
import type { CheckMode, SandboxService } from '@hiram/contract/sandbox';
import type { Defaulted, Instant, Optional } from './columns.ts';

interface SandboxCodeTable {
  id: string;
  reference: string;
  pay_code: string;
  amount: number;
  expires_at: Instant;
}

/** Payments that the sandbox's provider received, whether or not it sent a notice. */
interface SandboxPaymentTable {
  id: string;
  reference: string;
  amount: number;
  paid_on: string;
  reversed_on: Optional<string>;
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
  created_on: string;
  ended_on: Optional<string>;
}

interface SandboxTextTable {
  id: string;
  phone: string;
  body: string;
  received_at: Instant;
}

interface SandboxMailTable {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  received_at: Instant;
}

interface SandboxCardTable {
  token: string;
  tail: string;
  requires_code: boolean;
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

interface SandboxCheckTable {
  service: SandboxService;
  mode: CheckMode;
}

export interface SandboxTables {
  sandbox_borrower: { borrower_id: BorrowerId };
  sandbox_code: SandboxCodeTable;
  sandbox_payment: SandboxPaymentTable;
  sandbox_payout: SandboxPayoutTable;
  sandbox_mail: SandboxMailTable;
  sandbox_text: SandboxTextTable;
  sandbox_card: SandboxCardTable;
  sandbox_charge: SandboxChargeTable;
  sandbox_check: SandboxCheckTable;
}
