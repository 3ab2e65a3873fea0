import type { PayGuide } from '@hiram/contract/repay';
import { type Cents, cents, type MarketRules, philippineCeilings2026, specificationRules } from '@hiram/loan';
import type { CountryCode } from 'libphonenumber-js/mobile';
import { indianLaws, indonesianLaws, type Law, lawCeilings, lawCoolingOff, philippineLaws } from './laws.ts';

export const marketNames = ['spec', 'ph', 'in', 'id'] as const;
export type MarketName = (typeof marketNames)[number];

export type Country = 'PH' | 'IN' | 'ID';

/** All in which markets differ on the server; how money is written stands in packages/loan. */
export interface Market {
  /** Whose citizens may borrow, whose places and banks the forms offer. */
  readonly country: Country;
  /** What its money is called (ISO 4217): a payment in another is never taken for one in this. */
  readonly currency: 'PHP' | 'INR' | 'IDR';
  readonly rules: MarketRules;
  /** The laws that its loans keep; empty where the specification's terms rule to the letter. */
  readonly laws: readonly Law[];
  /** Whether a brand must name ceilings of its own, for the loans that no law covers. */
  readonly wantsOwnCeilings: boolean;
  /** Cents above which a payment that is out of all proportion to its loan waits for a person. */
  readonly holdAbove: Cents;
  /** The payment instructions that its borrowers may be shown. */
  readonly guides: readonly PayGuide[];
  /** `letter`: the specification's own pattern (PROM-05); else a country, as a phone library knows its mobiles. */
  readonly mobiles: 'letter' | CountryCode;
  /** What a mobile number looks like at least while it is typed, as a regular expression, and its longest with all marks. */
  readonly mobileTyped: { readonly pattern: string; readonly most: number };
  /** How a mobile number begins, as a hint in a field. */
  readonly mobileStart: string;
  /** Digits of its longest, with the leading zero where people type one. */
  readonly mobileDigits: number;
  /** Whether the texts that the specification gives in Chinese, Spanish or Indonesian are said so whatever the language. */
  readonly specifiedCopy: boolean;
  /** Whether the agreement box is ticked from the start (CONF-03). */
  readonly agreementTicked: 0 | 1;
  /** Whether the contact page has the specification's form, which sends nothing (SITE-04, SITE-06). */
  readonly contactForm: boolean;
  /**
   * A disclosure statement is acknowledged by itself before consent (Truth in Lending Act, Sec. 4; in India the
   * Key Fact Statement of the Reserve Bank's directions on digital lending).
   */
  readonly disclosureFirst: boolean;
  readonly disclosureTitle: 'agreement.disclosure.title' | 'agreement.keyFacts.title';
  /** Whether the statement is the Reserve Bank of India's Key Facts Statement, in its own form. */
  readonly keyFacts: boolean;
}

const philippineGuides: readonly PayGuide[] = ['gcash', 'maya', 'qrph', 'store'];

/** The law of the Philippines: at most 5 % a month late charges and no other penalty, for every loan. */
const philippineRules: MarketRules = {
  unit: 1,
  tolerance: cents(100),
  lateTiers: [{ ppm: 1_666 }],
  penaltyNew: cents(0),
  penaltyRepeat: cents(0),
  ceilings: lawCeilings(philippineLaws),
};

const indianCoolingOff = lawCoolingOff(indianLaws);

/** Late charges of 0.1 % a day and no penalty, whole rupees, three days of cooling-off (RBI Digital Lending Directions 2025). */
const indianRules: MarketRules = {
  unit: 100,
  tolerance: cents(100),
  lateTiers: [{ ppm: 1_000 }],
  penaltyNew: cents(0),
  penaltyRepeat: cents(0),
  ...(indianCoolingOff ? { coolingOff: indianCoolingOff } : {}),
};

/** Late charges of 0.1 % a day and no penalty, whole rupiah, the ceilings of SEOJK 19/2023. */
const indonesianRules: MarketRules = {
  unit: 100,
  tolerance: cents(10_000),
  lateTiers: [{ ppm: 1_000 }],
  penaltyNew: cents(0),
  penaltyRepeat: cents(0),
  ceilings: lawCeilings(indonesianLaws),
};

/** What a market that keeps no ceilings is told that its loans break, without refusing them. */
export const reportedCeilings = { ...philippineCeilings2026, enforce: false };

export const markets: Readonly<Record<MarketName, Market>> = {
  spec: {
    country: 'PH',
    currency: 'PHP',
    rules: specificationRules,
    laws: [],
    wantsOwnCeilings: false,
    holdAbove: cents(1_000_000),
    guides: philippineGuides,
    mobiles: 'letter',
    mobileTyped: { pattern: '^1[3-9]\\d{9}$', most: 11 },
    mobileStart: '13…',
    mobileDigits: 11,
    specifiedCopy: true,
    agreementTicked: 1,
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
    guides: philippineGuides,
    mobiles: 'PH',
    mobileTyped: { pattern: '^(\\+?63|0)?9\\d{9}$', most: 18 },
    mobileStart: '09…',
    mobileDigits: 11,
    specifiedCopy: false,
    agreementTicked: 0,
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
    guides: ['upi', 'bankqr', 'wallet', 'store'],
    mobiles: 'IN',
    mobileTyped: { pattern: '^(\\+?91|0)?[6-9]\\d{9}$', most: 18 },
    mobileStart: '98…',
    mobileDigits: 11,
    specifiedCopy: false,
    agreementTicked: 0,
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
    guides: ['qris', 'account', 'store'],
    mobiles: 'ID',
    mobileTyped: { pattern: '^(\\+?62|0)?8\\d{7,11}$', most: 20 },
    mobileStart: '08…',
    mobileDigits: 13,
    specifiedCopy: false,
    agreementTicked: 0,
    contactForm: false,
    disclosureFirst: false,
    disclosureTitle: 'agreement.disclosure.title',
    keyFacts: false,
  },
};
