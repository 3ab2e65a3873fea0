import type { PayGuide } from '@hiram/contract/repay';
import { type Cents, cents, type MarketRules, philippineCeilings2026, specificationRules } from '@hiram/loan';
import type { CountryCode } from 'libphonenumber-js/mobile';
import {
  indianLaws,
  indonesianLaws,
  type Law,
  lawCeilings,
  lawCoolingOff,
  lawLateKind,
  philippineLaws,
} from './laws.ts';

export const marketNames = ['spec', 'ph', 'in', 'id'] as const;
export type MarketName = (typeof marketNames)[number];

export type Country = 'PH' | 'IN' | 'ID';

/** The law's limits for a complaint, in calendar days after its receipt. */
export interface ComplaintLimits {
  readonly acknowledgeDays: number;
  readonly answerDays: number;
  /** The source of the limits, for the staff. */
  readonly source: string;
  /**
   * True if they were read in the law's own text. Others are from reports about it: a lender's counsel
   * confirms or replaces them.
   */
  readonly isConfirmed: boolean;
}

/**
 * Rules of the Securities and Exchange Commission for RA 11765, of 12 May 2023. Both numbers were read in reports about the
 * rules: 2 days to acknowledge (finex.org.ph), 30 days to resolve (digitalpolicyalert.org).
 */
const philippineComplaints: ComplaintLimits = {
  acknowledgeDays: 2,
  answerDays: 30,
  source: 'RA 11765, SEC rules of 12 May 2023: resolved in 30 days',
  isConfirmed: false,
};

/** Everything that differs between markets on the server. Money formats are in packages/loan. */
export interface Market {
  /** The country whose citizens may borrow, and whose places and banks the forms offer. */
  readonly country: Country;
  /** The currency (ISO 4217): a payment in another currency is never accepted. */
  readonly currency: 'PHP' | 'INR' | 'IDR';
  readonly rules: MarketRules;
  /** The laws that apply to its loans; empty where the specification's terms apply literally. */
  readonly laws: readonly Law[];
  /** True if a brand must set its own ceilings for loans that no law covers. */
  readonly wantsOwnCeilings: boolean;
  /** Cents above which a payment that is out of proportion to its loan is held for review. */
  readonly holdAbove: Cents;
  /** Until when a complaint must be acknowledged and answered. */
  readonly complaints: ComplaintLimits;
  /** The payment instructions that the market offers. */
  readonly guides: readonly PayGuide[];
  /** `letter`: the specification's own pattern (PROM-05); otherwise a country, for the phone library. */
  readonly mobiles: 'letter' | CountryCode;
  /** True if an application for too much is answered with a smaller amount, where the policy allows one. */
  readonly smallerOffers: boolean;
  /** A regular expression for a mobile number as it is typed, and its greatest length with all separators. */
  readonly mobileTyped: { readonly pattern: string; readonly max: number };
  /** The beginning of a mobile number, as a hint in a field. */
  readonly mobileStart: string;
  /** Digits of the longest mobile number, with the leading zero where people type one. */
  readonly mobileDigits: number;
  /**
   * True if texts that the specification gives in Chinese, Spanish or Indonesian are used in that language, whatever the
   * caller's language.
   */
  readonly specifiedCopy: boolean;
  /** True if the form of a payout account opens with e-wallets, which most borrowers there use (otherwise banks, BANK-07). */
  readonly walletFirst: boolean;
  /** True if the agreement box is checked by default (CONF-03). */
  readonly agreementTicked: boolean;
  /** True if the contact page has the specification's form, which sends nothing (SITE-04, SITE-06). */
  readonly contactForm: boolean;
  /**
   * True if the borrower acknowledges a disclosure statement separately before consent (Truth in Lending Act, Sec. 4; in
   * India the Key Fact Statement of the Reserve Bank's directions on digital lending).
   */
  readonly disclosureFirst: boolean;
  readonly disclosureTitle: 'agreement.disclosure.title' | 'agreement.keyFacts.title';
  /** True if the statement has the form of the Reserve Bank of India's Key Facts Statement. */
  readonly keyFacts: boolean;
}

const philippineGuides: readonly PayGuide[] = ['gcash', 'maya', 'qrph', 'store'];

/** Philippine rules: late charges of at most 5% a month and no other penalty, for every loan. */
const philippineRules: MarketRules = {
  unit: 1,
  tolerance: cents(100),
  lateTiers: [{ ppm: 1_666 }],
  penaltyNew: cents(0),
  penaltyRepeat: cents(0),
  ceilings: lawCeilings(philippineLaws),
};

const indianCoolingOff = lawCoolingOff(indianLaws);

const indianLateKind = lawLateKind(indianLaws);

/**
 * Indian rules: a late charge of 0.1% a day that is not interest (RBI on penal charges 2023) and no penalty, whole rupees,
 * three days of cooling-off (RBI Digital Lending Directions 2025).
 */
const indianRules: MarketRules = {
  unit: 100,
  tolerance: cents(100),
  lateTiers: [{ ppm: 1_000 }],
  penaltyNew: cents(0),
  penaltyRepeat: cents(0),
  ...(indianLateKind ? { lateKind: indianLateKind } : {}),
  ...(indianCoolingOff ? { coolingOff: indianCoolingOff } : {}),
};

/** Indonesian rules: late charges of 0.1% a day and no penalty, whole rupiah, the ceilings of SEOJK 19/2023. */
const indonesianRules: MarketRules = {
  unit: 100,
  tolerance: cents(10_000),
  lateTiers: [{ ppm: 1_000 }],
  penaltyNew: cents(0),
  penaltyRepeat: cents(0),
  ceilings: lawCeilings(indonesianLaws),
};

/** Ceilings that are reported, but not enforced, in a market without ceilings. */
export const reportedCeilings = { ...philippineCeilings2026, enforce: false };

/** True if an amount has parts of a unit that nobody can pay: sen of a rupiah are not in use. */
export const hasUnpayableParts = (amount: number, currency: string): boolean =>
  currency === 'IDR' && amount % 100 !== 0;

export const markets: Readonly<Record<MarketName, Market>> = {
  spec: {
    country: 'PH',
    currency: 'PHP',
    rules: specificationRules,
    laws: [],
    wantsOwnCeilings: false,
    holdAbove: cents(1_000_000),
    complaints: philippineComplaints,
    guides: philippineGuides,
    smallerOffers: false,
    mobiles: 'letter',
    mobileTyped: { pattern: '^1[3-9]\\d{9}$', max: 11 },
    mobileStart: '13…',
    mobileDigits: 11,
    specifiedCopy: true,
    walletFirst: false,
    agreementTicked: true,
    contactForm: true,
    disclosureFirst: false,
    disclosureTitle: 'agreement.disclosure.title',
    keyFacts: false,
  },
  ph: {
    country: 'PH',
    currency: 'PHP',
    rules: philippineRules,
    laws: philippineLaws,
    wantsOwnCeilings: true,
    holdAbove: cents(1_000_000),
    complaints: philippineComplaints,
    guides: philippineGuides,
    smallerOffers: true,
    mobiles: 'PH',
    mobileTyped: { pattern: '^(\\+?63|0)?9\\d{9}$', max: 18 },
    mobileStart: '09…',
    mobileDigits: 11,
    specifiedCopy: false,
    walletFirst: true,
    agreementTicked: false,
    contactForm: false,
    disclosureFirst: true,
    disclosureTitle: 'agreement.disclosure.title',
    keyFacts: false,
  },
  in: {
    country: 'IN',
    currency: 'INR',
    rules: indianRules,
    laws: indianLaws,
    wantsOwnCeilings: false,
    holdAbove: cents(1_000_000),
    complaints: {
      acknowledgeDays: 1,
      answerDays: 30,
      source: 'Reserve Bank - Integrated Ombudsman Scheme, 2026 (from 1 July 2026): 30 days',
      isConfirmed: false,
    },
    guides: ['upi', 'bankqr', 'wallet', 'store'],
    smallerOffers: true,
    mobiles: 'IN',
    mobileTyped: { pattern: '^(\\+?91|0)?[6-9]\\d{9}$', max: 18 },
    mobileStart: '98…',
    mobileDigits: 11,
    specifiedCopy: false,
    walletFirst: false,
    agreementTicked: false,
    contactForm: false,
    disclosureFirst: true,
    disclosureTitle: 'agreement.keyFacts.title',
    keyFacts: true,
  },
  id: {
    country: 'ID',
    currency: 'IDR',
    rules: indonesianRules,
    laws: indonesianLaws,
    wantsOwnCeilings: false,
    holdAbove: cents(250_000_000),
    complaints: {
      acknowledgeDays: 1,
      answerDays: 14,
      source: 'POJK 22/2023: 10 working days for a written complaint',
      isConfirmed: false,
    },
    guides: ['qris', 'account', 'store'],
    smallerOffers: true,
    mobiles: 'ID',
    mobileTyped: { pattern: '^(\\+?62|0)?8\\d{7,11}$', max: 20 },
    mobileStart: '08…',
    mobileDigits: 13,
    specifiedCopy: false,
    walletFirst: false,
    agreementTicked: false,
    contactForm: false,
    disclosureFirst: false,
    disclosureTitle: 'agreement.disclosure.title',
    keyFacts: false,
  },
};
