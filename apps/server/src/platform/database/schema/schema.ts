import type { ColumnType, InsertType, SelectType } from 'kysely';
import type { AccessTables } from './access.ts';
import type { BookTables } from './books.ts';
import type { BorrowerTables } from './borrowers.ts';
import type { CollectionTables } from './collections.ts';
import type { BorrowerAreaTables } from './console-borrower.ts';
import type { FunnelTables } from './console-funnel.ts';
import type { MoneyTables } from './console-money.ts';
import type { WorkTables } from './console-work.ts';
import type { ContactTables } from './contact.ts';
import type { ContactAttemptTables } from './contact-attempts.ts';
import type { DutyTables } from './duties.ts';
import type { FeedTables } from './feed.ts';
import type { IdentityTables } from './identity.ts';
import type { InstallationTables } from './installation.ts';
import type { LedgerTables } from './ledger.ts';
import type { LoanImportTables } from './loan-import.ts';
import type { NoticeTables } from './notices.ts';
import type { OrderTables } from './orders.ts';
import type { PaymentTables } from './payments.ts';
import type { SandboxTables } from './sandbox.ts';
import type { ScreeningTables } from './screening.ts';
import type { StaffTables } from './staff.ts';
import type { Updatable } from './updatable-columns.ts';
import type { VisitTables } from './visits.ts';

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
