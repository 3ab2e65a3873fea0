import type { LocalDate } from '@hiram/loan';
import { adultAge } from '../brands/brand.ts';

/** What a decision is made on. Amounts in cents; what a borrower has not told is undefined. */
export interface Application {
  /** The order's id: the same application has the same. */
  readonly reference: string;
  readonly brand: string;
  readonly product: string;
  readonly client: 'new' | 'repeat';
  readonly amount: number;
  readonly termDays: number;
  readonly largestInstalment: number;
  /** Days between two repayments. */
  readonly periodDays: number;
  readonly birthDate: string | undefined;
  readonly nationality: string | undefined;
  readonly hasPermanentAddress: boolean;
  readonly hasFullCapacity: boolean;
  readonly monthlyIncome: number | undefined;
  readonly blockedReason: string | undefined;
  readonly otherRunningOrder: boolean;
  /** What of this borrower's is known at another borrower of the brand. */
  readonly sharedWithOthers: readonly ('document' | 'account' | 'device')[];
  /** The certified name became another one after an earlier application. */
  readonly nameChanged: boolean;
  /** The lender's policy: the largest instalment as a share of monthly income in ppm, and whose citizens may borrow. */
  readonly maxInstalmentShare: number;
  readonly citizensOf: string;
}

/** Why an application is refused (TERM-06 and the lender's own policy). */
export const rejectionReasons = [
  'notFilipino',
  'underAge',
  'noCapacity',
  'noAddress',
  'incomplete',
  'blocked',
  'runningOrder',
  'unaffordable',
  'score',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** Why an application waits for a person. */
export const referralReasons = [
  'sharedDocument',
  'sharedAccount',
  'sharedDevice',
  'nameChanged',
  'scorerRefers',
  'scorerSilent',
] as const;
export type ReferralReason = (typeof referralReasons)[number];

/** `refer`: a person decides. */
export type Decision =
  | { readonly outcome: 'approve'; readonly reasons: readonly [] }
  | { readonly outcome: 'refuse'; readonly reasons: readonly RejectionReason[] }
  | { readonly outcome: 'refer'; readonly reasons: readonly ReferralReason[] };

export interface DecisionPort {
  /** Throws Unavailable where no decision can be had now; that is never an approval. */
  decide(application: Application, today: LocalDate): Promise<Decision>;
}

/** Completed years of age; someone born on 29 February has a birthday on 1 March of common years. */
export function ageOn(birthDate: string, today: LocalDate): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

const million = 1_000_000;
const sharedReasons = {
  document: 'sharedDocument',
  account: 'sharedAccount',
  device: 'sharedDevice',
} as const satisfies Record<string, ReferralReason>;

/**
 * The built-in policy: eligibility (TERM-06), one running loan at a time, blocked persons, and affordability: the largest
 * instalment, brought to 30 days, is at most `maxInstalmentShare` ppm of the declared monthly income. It gives every reason.
 * A document, an account or a device that another borrower has too is for a person to look at.
 */
export const policy: DecisionPort = {
  async decide(application, today) {
    const reasons: RejectionReason[] = [];
    const { birthDate, nationality, monthlyIncome } = application;
    if (birthDate === undefined || nationality === undefined || monthlyIncome === undefined)
      reasons.push('incomplete');
    if (nationality !== undefined && nationality !== application.citizensOf) reasons.push('notFilipino');
    if (birthDate !== undefined && ageOn(birthDate, today) < adultAge) reasons.push('underAge');
    if (!application.hasFullCapacity) reasons.push('noCapacity');
    if (!application.hasPermanentAddress) reasons.push('noAddress');
    if (application.blockedReason !== undefined) reasons.push('blocked');
    if (application.otherRunningOrder) reasons.push('runningOrder');
    if (monthlyIncome !== undefined) {
      const monthly = (application.largestInstalment * 30) / Math.max(30, application.periodDays);
      if (monthly * million > monthlyIncome * application.maxInstalmentShare) reasons.push('unaffordable');
    }
    if (reasons.length > 0) return { outcome: 'refuse', reasons };
    const referred: ReferralReason[] = application.sharedWithOthers.map((kind) => sharedReasons[kind]);
    if (application.nameChanged) referred.push('nameChanged');
    return referred.length > 0
      ? { outcome: 'refer', reasons: referred }
      : { outcome: 'approve', reasons: [] };
  },
};

/** One decision of two: refused where either refuses, for a person where either refers, approved where both approve. */
export function combine(one: Decision, other: Decision): Decision {
  if (one.outcome === 'refuse' && other.outcome === 'refuse')
    return { outcome: 'refuse', reasons: [...new Set([...one.reasons, ...other.reasons])] };
  if (one.outcome === 'refuse') return one;
  if (other.outcome === 'refuse') return other;
  if (one.outcome === 'refer' && other.outcome === 'refer')
    return { outcome: 'refer', reasons: [...new Set([...one.reasons, ...other.reasons])] };
  return one.outcome === 'refer' ? one : other;
}

/** The policy first; who passes it is asked of `scorer`, where there is one. Who is refused anyway is told to nobody else. */
export function withScorer(scorer: DecisionPort | undefined): DecisionPort {
  if (!scorer) return policy;
  return {
    async decide(application, today) {
      const own = await policy.decide(application, today);
      if (own.outcome === 'refuse') return own;
      return combine(own, await scorer.decide(application, today));
    },
  };
}
