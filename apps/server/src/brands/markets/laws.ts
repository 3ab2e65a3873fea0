import type { MarketLaw, Rule } from '@hiram/decision';
import {
  type Ceilings,
  type CoolingOff,
  indonesianCeilings,
  type LateKind,
  type LocalDate,
  localDate,
  philippineCeilings2026,
} from '@hiram/loan';
import type { TextId } from '../texts/en.ts';

/** The days of the week on which a lender may contact a borrower. */
export const contactDays = ['every', 'mondayToSaturday', 'mondayToFriday'] as const;
export type ContactDays = (typeof contactDays)[number];

/**
 * Full hours of the borrower's day in which a lender may contact them (`from` inclusive, `until` exclusive),
 * and on which days.
 */
export interface ContactHours {
  readonly from: number;
  readonly until: number;
  readonly days: ContactDays;
  /** False: not on a public holiday. */
  readonly onHolidays: boolean;
}

/** A law's hours, with the borrowers for whom they do not hold. */
export interface LawContactHours extends ContactHours {
  /** They do not hold for a loan that is late for more days than this. */
  readonly unlessDaysLate?: number;
  /** They do not hold for a borrower who said that other hours suit them. */
  readonly unlessConsent?: boolean;
}

/** A rule of a market's law that the programs enforce, with its effective day and its source. */
export interface Law {
  readonly name: string;
  readonly source: string;
  readonly from: LocalDate;
  /** True if its text was read by a lender's counsel. Others rest on reports and summaries; `hiram doctor` lists them. */
  readonly isConfirmed: boolean;
  readonly ceilings?: Ceilings;
  readonly coolingOff?: Omit<CoolingOff, 'from'>;
  /** The required content of the statement before consent, as message ids. */
  readonly statement?: readonly TextId[];
  readonly contactHours?: LawContactHours;
  /** The kind of charge that late days may bear. */
  readonly lateKind?: LateKind;
  /** The largest instalment as a share of monthly income, in ppm. */
  readonly maxInstalmentShare?: number;
  /** The rules that every credit policy of the market has, or stricter ones by the same ids. */
  readonly rules?: readonly Rule[];
}

const adult: Rule = {
  id: 'adult',
  if: { fact: 'applicant.age', op: '<', value: 18 },
  then: 'refuse',
  reason: 'underAge',
  missing: 'refuse',
};

const citizenOf = (country: 'PH' | 'IN' | 'ID'): Rule => ({
  id: 'citizen',
  if: { fact: 'applicant.citizenship', op: '!=', value: country },
  then: 'refuse',
  reason: 'notFilipino',
  missing: 'refuse',
});

/** The Philippines: cost ceilings of small loans, the Truth in Lending Act, hours of collection. */
export const philippineLaws: readonly Law[] = [
  {
    name: philippineCeilings2026.name,
    source: philippineCeilings2026.source ?? '',
    from: philippineCeilings2026.from,
    isConfirmed: false,
    ceilings: philippineCeilings2026,
  },
  {
    name: 'Truth in Lending Act',
    source: 'Republic Act 3765 (Philippines), Section 4',
    from: localDate('1963-06-22'),
    isConfirmed: false,
    statement: [
      'disclosure.amountFinanced',
      'disclosure.deducted',
      'disclosure.notDeducted',
      'row.fee',
      'disclosure.otherCharges',
      'disclosure.financeCharge',
      'disclosure.netProceeds',
      'agreement.nominal',
      'product.effectiveMonth',
      'agreement.dueDay',
      'agreement.prepay',
      'agreement.extension',
    ],
  },
  {
    name: 'SEC MC 18 s. 2019',
    source:
      'Securities and Exchange Commission (Philippines), Memorandum Circular 18, series of 2019, of 19 August 2019',
    from: localDate('2019-08-19'),
    isConfirmed: false,
    contactHours: {
      from: 6,
      until: 22,
      days: 'every',
      onHolidays: true,
      unlessDaysLate: 15,
      unlessConsent: true,
    },
  },
  {
    name: 'Republic Act 6809',
    source: 'Republic Act 6809 (Philippines), of 13 December 1989: majority at 18',
    from: localDate('1989-12-13'),
    isConfirmed: false,
    rules: [adult],
  },
  {
    name: 'Citizens alone',
    source: 'the lender’s terms (TERM-06); no statute is known to demand it',
    from: localDate('2026-01-01'),
    isConfirmed: false,
    rules: [citizenOf('PH')],
  },
];

/** India: the Reserve Bank's directions on digital lending, and its hours of recovery. */
export const indianLaws: readonly Law[] = [
  {
    name: 'RBI Digital Lending Directions 2025',
    source: 'Reserve Bank of India (Digital Lending) Directions, 2025, of 8 May 2025',
    from: localDate('2025-05-08'),
    isConfirmed: false,
    // The directions require at least one day; the three days and the returned fee are the brand's terms.
    coolingOff: { days: 3, feeRetained: false },
  },
  {
    name: 'RBI Key Facts Statement 2024',
    source:
      'Reserve Bank of India, circular of 15 April 2024, Key Facts Statement for Loans and Advances, Annex A to C',
    from: localDate('2024-10-01'),
    isConfirmed: false,
    statement: [
      'keyFacts.proposal',
      'keyFacts.type',
      'keyFacts.sanctioned',
      'keyFacts.disbursal',
      'row.term',
      'keyFacts.instalments',
      'keyFacts.rate',
      'keyFacts.floating',
      'keyFacts.fees',
      'keyFacts.apr',
      'keyFacts.late',
      'keyFacts.foreclosure',
      'keyFacts.recovery',
      'keyFacts.grievance',
      'keyFacts.transfer',
      'keyFacts.coolingOff',
      'keyFacts.validity',
      'keyFacts.netDisbursed',
      'keyFacts.annexC',
    ],
  },
  {
    name: 'RBI on penal charges 2023',
    source:
      'Reserve Bank of India, circular DoR.MCS.REC.28/01.01.001/2023-24 of 18 August 2023, Fair Lending Practice: Penal Charges in Loan Accounts',
    from: localDate('2024-04-01'),
    isConfirmed: false,
    lateKind: 'charge',
  },
  {
    name: 'RBI on recovery agents 2022',
    source: 'Reserve Bank of India, circular of 12 August 2022 on recovery agents of regulated entities',
    from: localDate('2022-08-12'),
    isConfirmed: false,
    contactHours: { from: 8, until: 19, days: 'every', onHolidays: true },
  },
  {
    name: 'Indian Majority Act 1875',
    source: 'Indian Majority Act, 1875, Section 3: majority at 18',
    from: localDate('1875-06-02'),
    isConfirmed: false,
    rules: [adult],
  },
  {
    name: 'Citizens alone',
    source: 'the lender’s terms (TERM-06); no statute is known to demand it',
    from: localDate('2026-01-01'),
    isConfirmed: false,
    rules: [citizenOf('IN')],
  },
];

/** Indonesia: daily cost ceilings, hours of collection. */
export const indonesianLaws: readonly Law[] = [
  {
    name: indonesianCeilings.name,
    source: indonesianCeilings.source ?? '',
    from: indonesianCeilings.from,
    isConfirmed: false,
    ceilings: indonesianCeilings,
  },
  {
    name: 'SEOJK 19/2025',
    source:
      'Otoritas Jasa Keuangan, SEOJK 19/2025 under POJK 40/2024, as reported: 30% of income in 2026, at most three platforms, adults, citizens',
    from: localDate('2026-01-01'),
    isConfirmed: false,
    maxInstalmentShare: 300_000,
    rules: [
      citizenOf('ID'),
      adult,
      {
        id: 'platforms',
        if: { fact: 'bureau.openLoans', op: '>=', value: 3 },
        then: 'refuse',
        reason: 'otherLenders',
        missing: 'skip',
      },
    ],
  },
  {
    name: 'POJK 22/2023',
    source: 'Otoritas Jasa Keuangan, Peraturan 22 Tahun 2023, Pasal 62',
    from: localDate('2023-12-22'),
    isConfirmed: false,
    contactHours: { from: 8, until: 20, days: 'mondayToSaturday', onHolidays: false },
  },
];

/** The ceilings of a market's laws, the latest law first. */
export function lawCeilings(laws: readonly Law[]): readonly Ceilings[] {
  return laws
    .flatMap((law) => (law.ceilings ? [law.ceilings] : []))
    .sort((a, b) => (a.from < b.from ? 1 : -1));
}

/** The cooling-off period of a market's laws; undefined without one. */
export function lawCoolingOff(laws: readonly Law[]): CoolingOff | undefined {
  const law = laws.find((candidate) => candidate.coolingOff);
  return law?.coolingOff && { ...law.coolingOff, from: law.from };
}

/** The kind of charge that a market's laws allow for late days; undefined if none says so. */
export function lawLateKind(laws: readonly Law[]): LateKind | undefined {
  return laws.find((law) => law.lateKind)?.lateKind;
}

/** The demands of a market's laws on a credit policy: their rules, and the lowest limit of instalments as a share of income. */
export function lawOnCredit(laws: readonly Law[]): MarketLaw {
  const rules = laws.flatMap((law) => law.rules ?? []);
  const shares = laws.flatMap((law) => law.maxInstalmentShare ?? []);
  return shares.length === 0 ? { rules } : { rules, maxShare: Math.min(...shares) };
}
