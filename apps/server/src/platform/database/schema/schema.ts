import type { ColumnType, InsertType, SelectType } from 'kysely';
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
import type { Updatable } from './updatable-columns.ts';

/** Every table with all its columns, as its owner may change them. */
export interface Tables
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
