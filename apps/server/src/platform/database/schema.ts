import type { ColumnType, InsertType, SelectType } from 'kysely';
import type { AccessTables } from './schema/access.ts';
import type { BookTables } from './schema/books.ts';
import type { BorrowerTables } from './schema/borrowers.ts';
import type { CollectionTables } from './schema/collections.ts';
import type { BorrowerAreaTables } from './schema/console-borrower.ts';
import type { FunnelTables } from './schema/console-funnel.ts';
import type { MoneyTables } from './schema/console-money.ts';
import type { WorkTables } from './schema/console-work.ts';
import type { ContactTables } from './schema/contact.ts';
import type { ContactAttemptTables } from './schema/contact-attempts.ts';
import type { DutyTables } from './schema/duties.ts';
import type { FeedTables } from './schema/feed.ts';
import type { IdentityTables } from './schema/identity.ts';
import type { InstallationTables } from './schema/installation.ts';
import type { LedgerTables } from './schema/ledger.ts';
import type { LoanImportTables } from './schema/loan-import.ts';
import type { NoticeTables } from './schema/notices.ts';
import type { OrderTables } from './schema/orders.ts';
import type { PaymentTables } from './schema/payments.ts';
import type { SandboxTables } from './schema/sandbox.ts';
import type { ScreeningTables } from './schema/screening.ts';
import type { StaffTables } from './schema/staff.ts';
import type { VisitTables } from './schema/visits.ts';
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
