import { type LocalDate, localDate } from '@hiram/loan';
import type { DutyRule } from './duty-periods.ts';
import type { Country } from './markets.ts';

/** A loan on the last day of a period. */
export const loanFields = [
  'contract',
  'borrower',
  'name',
  'birthDate',
  'phone',
  'product',
  'currency',
  'amount',
  'disbursedOn',
  'lastDueOn',
  'instalments',
  'status',
  'principal',
  'owed',
  'daysLate',
  'paid',
  'settledOn',
] as const;
export type LoanField = (typeof loanFields)[number];

/** Sums of a brand over a period, or on its last day. */
export const totalFields = [
  'from',
  'to',
  'currency',
  'lentCount',
  'lentAmount',
  'paidAmount',
  'runningCount',
  'borrowers',
  'principal',
  'lateOver30',
  'lateOver90',
  'onTime0',
  'onTime30',
  'onTime60',
  'onTime90',
] as const;
export type TotalField = (typeof totalFields)[number];

/** A column of a file; without a field it stays empty, for the lender to fill in. */
export interface DutyColumn<Field extends string> {
  readonly header: string;
  readonly field?: Field;
}

/** The column map of a file: a row for each loan, one row of sums, or, where the figures come from elsewhere, the columns alone. */
type DutyLayout =
  | { readonly rows: 'loans'; readonly columns: readonly DutyColumn<LoanField>[] }
  | { readonly rows: 'totals'; readonly columns: readonly DutyColumn<TotalField>[] }
  | { readonly rows: 'none'; readonly columns: readonly DutyColumn<never>[] };

/** A recurring report to an authority. */
export interface Duty {
  /** As commands name it: `ph-sec-lcif`. */
  readonly id: string;
  readonly country: Country;
  readonly authority: string;
  readonly name: string;
  readonly what: string;
  readonly rule: DutyRule;
  /** Periods that end from this day on. */
  readonly from: LocalDate;
  readonly source: string;
  /** True if its text was read by a lender's counsel. */
  readonly isConfirmed: boolean;
  readonly layout: DutyLayout;
}

const column = <Field extends string>(header: string, field?: Field): DutyColumn<Field> =>
  field === undefined ? { header } : { header, field };

const sums = [
  column('PERIOD FROM', 'from'),
  column('PERIOD TO', 'to'),
  column('CURRENCY', 'currency'),
  column('LOANS RELEASED', 'lentCount'),
  column('AMOUNT RELEASED', 'lentAmount'),
  column('AMOUNT COLLECTED', 'paidAmount'),
  column('LOANS OUTSTANDING', 'runningCount'),
  column('BORROWERS', 'borrowers'),
  column('PRINCIPAL OUTSTANDING', 'principal'),
  column('PRINCIPAL PAST DUE OVER 30 DAYS', 'lateOver30'),
  column('PRINCIPAL PAST DUE OVER 90 DAYS', 'lateOver90'),
] as const;

/** The Philippines: the Securities and Exchange Commission and the Credit Information Corporation. */
const philippine: readonly Duty[] = [
  {
    id: 'ph-sec-lcif',
    country: 'PH',
    authority: 'SEC',
    name: 'Lending Company Information Form',
    what: 'loans released, collected and outstanding of a half-year',
    rule: { every: 'halfYear', dueAfterDays: 45 },
    from: localDate('2026-06-30'),
    source: 'SEC (Philippines): interim report of lending companies, 45 days after each half-year',
    isConfirmed: false,
    layout: { rows: 'totals', columns: sums },
  },
  {
    id: 'ph-sec-lcfs',
    country: 'PH',
    authority: 'SEC',
    name: 'Lending Company Financial Statements',
    what: 'the special form of the year’s financial statements; the statements come from the books',
    rule: { every: 'year', dueAfterDays: 120 },
    from: localDate('2026-12-31'),
    source: 'SEC (Philippines): special form for financial statements of lending companies',
    isConfirmed: false,
    layout: { rows: 'totals', columns: sums },
  },
  {
    id: 'ph-sec-mc18',
    country: 'PH',
    authority: 'SEC',
    name: 'Certificate on debt collection',
    what: 'collection practices, service providers and complaints; the figures come from collections',
    rule: { every: 'year', dueAfterDays: 30 },
    from: localDate('2026-12-31'),
    source: 'SEC (Philippines), Memorandum Circular 18, series of 2019',
    isConfirmed: false,
    layout: {
      rows: 'none',
      columns: [
        column('PERIOD FROM'),
        column('PERIOD TO'),
        column('THIRD PARTY COLLECTORS'),
        column('CONTACT ATTEMPTS'),
        column('COMPLAINTS ON COLLECTION'),
        column('COMPLAINTS RESOLVED'),
      ],
    },
  },
  {
    id: 'ph-cic',
    country: 'PH',
    authority: 'CIC',
    name: 'Credit data of the month',
    what: 'each loan that ran in the month, with its borrower',
    rule: { every: 'month', dueOnDay: 5 },
    from: localDate('2026-01-31'),
    source: 'Credit Information Corporation (Philippines): standard data submission under RA 9510',
    isConfirmed: false,
    layout: {
      rows: 'loans',
      columns: [
        column('PROVIDER CODE'),
        column('PROVIDER SUBJECT NO', 'borrower'),
        column('NAME', 'name'),
        column('DATE OF BIRTH', 'birthDate'),
        column('TIN'),
        column('MOBILE', 'phone'),
        column('PROVIDER CONTRACT NO', 'contract'),
        column('CONTRACT STATUS', 'status'),
        column('CURRENCY', 'currency'),
        column('CONTRACT START DATE', 'disbursedOn'),
        column('CONTRACT END PLANNED DATE', 'lastDueOn'),
        column('CONTRACT END ACTUAL DATE', 'settledOn'),
        column('FINANCED AMOUNT', 'amount'),
        column('INSTALMENTS NUMBER', 'instalments'),
        column('OUTSTANDING BALANCE', 'owed'),
        column('OVERDUE DAYS', 'daysLate'),
      ],
    },
  },
];

/** India: the Reserve Bank's credit information and register of lending apps. */
const indian: readonly Duty[] = [
  {
    id: 'in-rbi-credit',
    country: 'IN',
    authority: 'RBI',
    name: 'Credit information to the credit information companies',
    what: 'each loan as of the 9th, 16th, 23rd and the last day of a month, with the CKYC number',
    rule: { every: 'daysOfMonth', days: [9, 16, 23], dueAfterDays: 4 },
    from: localDate('2026-07-01'),
    source: 'Reserve Bank of India, Credit Information Reporting Directions, as amended from 1 July 2026',
    isConfirmed: false,
    layout: {
      rows: 'loans',
      columns: [
        column('MEMBER ID'),
        column('CONSUMER NAME', 'name'),
        column('DATE OF BIRTH', 'birthDate'),
        column('CKYC NUMBER'),
        column('INCOME TAX ID'),
        column('TELEPHONE', 'phone'),
        column('ACCOUNT NUMBER', 'contract'),
        column('DATE OPENED', 'disbursedOn'),
        column('DATE CLOSED', 'settledOn'),
        column('SANCTIONED AMOUNT', 'amount'),
        column('CURRENT BALANCE', 'owed'),
        column('DAYS PAST DUE', 'daysLate'),
        column('REPAYMENT TENURE', 'instalments'),
      ],
    },
  },
  {
    id: 'in-rbi-cims',
    country: 'IN',
    authority: 'RBI',
    name: 'Register of digital lending apps (CIMS)',
    what: 'the apps of the lender and its service providers; a change is reported at once, this reviews it',
    rule: { every: 'month', dueOnDay: 10 },
    from: localDate('2026-01-31'),
    source: 'Reserve Bank of India (Digital Lending) Directions, 2025: details of apps on the CIMS portal',
    isConfirmed: false,
    layout: {
      rows: 'none',
      columns: [
        column('APP NAME'),
        column('OWNER'),
        column('AVAILABLE ON'),
        column('GRIEVANCE OFFICER'),
        column('LINK'),
      ],
    },
  },
];

/** Indonesia: the credit register of OJK, as its public forms show it, and the success rates that a lender publishes. */
const indonesian: readonly Duty[] = [
  {
    id: 'id-slik-d01',
    country: 'ID',
    authority: 'OJK',
    name: 'SLIK D01, debtors',
    what: 'each borrower whose loan ran in the month',
    rule: { every: 'month', dueOnDay: 12 },
    from: localDate('2026-01-31'),
    source: 'OJK (Indonesia): Sistem Layanan Informasi Keuangan, form D01 as published',
    isConfirmed: false,
    layout: {
      rows: 'loans',
      columns: [
        column('NOMOR CIF', 'borrower'),
        column('JENIS IDENTITAS'),
        column('NIK'),
        column('NAMA SESUAI IDENTITAS', 'name'),
        column('TANGGAL LAHIR', 'birthDate'),
        column('NOMOR TELEPON SELULER', 'phone'),
      ],
    },
  },
  {
    id: 'id-slik-f01',
    country: 'ID',
    authority: 'OJK',
    name: 'SLIK F01, credits',
    what: 'each loan that ran in the month',
    rule: { every: 'month', dueOnDay: 12 },
    from: localDate('2026-01-31'),
    source: 'OJK (Indonesia): Sistem Layanan Informasi Keuangan, form F01 as published',
    isConfirmed: false,
    layout: {
      rows: 'loans',
      columns: [
        column('NOMOR REKENING', 'contract'),
        column('NOMOR CIF', 'borrower'),
        column('VALUTA', 'currency'),
        column('PLAFON AWAL', 'amount'),
        column('TANGGAL MULAI', 'disbursedOn'),
        column('TANGGAL JATUH TEMPO', 'lastDueOn'),
        column('BAKI DEBET', 'principal'),
        column('JUMLAH HARI TUNGGAKAN', 'daysLate'),
        column('KONDISI', 'status'),
        column('TANGGAL KONDISI', 'settledOn'),
      ],
    },
  },
  {
    id: 'id-tkb',
    country: 'ID',
    authority: 'OJK',
    name: 'TKB 0, 30, 60 and 90',
    what: 'the shares of the outstanding principal that are late for at most so many days',
    rule: { every: 'month', dueOnDay: 10 },
    from: localDate('2026-01-31'),
    source: 'OJK (Indonesia): success rate of repayments (tingkat keberhasilan bayar)',
    isConfirmed: false,
    layout: {
      rows: 'totals',
      columns: [
        column('TANGGAL', 'to'),
        column('TKB0', 'onTime0'),
        column('TKB30', 'onTime30'),
        column('TKB60', 'onTime60'),
        column('TKB90', 'onTime90'),
      ],
    },
  },
];

export const duties: readonly Duty[] = [...philippine, ...indian, ...indonesian];
