import type { BookTables } from './books/books.ts';
import type { DutyTables } from './books/duties.ts';
import type { FeedTables } from './books/feed.ts';
import type { AccessTables } from './borrowers/access.ts';
import type { BorrowerTables } from './borrowers/borrowers.ts';
import type { IdentityTables } from './borrowers/identity.ts';
import type { ScreeningTables } from './borrowers/screening.ts';
import type { VisitTables } from './borrowers/visits.ts';
import type { BorrowerAreaTables } from './console/console-borrower.ts';
import type { FunnelTables } from './console/console-funnel.ts';
import type { MoneyTables } from './console/console-money.ts';
import type { WorkTables } from './console/console-work.ts';
import type { StaffTables } from './console/staff.ts';
import type { InstallationTables } from './installation.ts';
import type { LedgerTables } from './loans/ledger.ts';
import type { LoanImportTables } from './loans/loan-import.ts';
import type { OrderTables } from './loans/orders.ts';
import type { PaymentTables } from './loans/payments.ts';
import type { CollectionTables } from './messages/collections.ts';
import type { ContactTables } from './messages/contact.ts';
import type { ContactAttemptTables } from './messages/contact-attempts.ts';
import type { NoticeTables } from './messages/notices.ts';
import type { SandboxTables } from './sandbox.ts';

/**
 * Every table with all its columns. Which of them the server's login may update is granted beside the table, in `migrations/`.
 */
export interface Database
  extends InstallationTables,
    BorrowerTables,
    AccessTables,
    OrderTables,
    PaymentTables,
    LedgerTables,
    BookTables,
    CollectionTables,
    ContactTables,
    ContactAttemptTables,
    NoticeTables,
    VisitTables,
    StaffTables,
    WorkTables,
    BorrowerAreaTables,
    FunnelTables,
    MoneyTables,
    IdentityTables,
    ScreeningTables,
    DutyTables,
    FeedTables,
    LoanImportTables,
    SandboxTables {}
