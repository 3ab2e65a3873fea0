import type { LocalDate } from '@hiram/loan';
import { adultAge } from '../brands/brand.ts';

/** The input of a decision. Amounts in cents; undefined where the borrower has given no value. */
export interface Application {
  /** The order's id. */
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
  /** Identifiers of this borrower that another borrower of the brand has too. */
  readonly sharedWithOthers: readonly (keyof typeof sharedReasons)[];
  /** The certified name changed after an earlier application. */
  readonly nameChanged: boolean;
  /** The lender's policy: the largest instalment as a share of monthly income in ppm, and the citizenship that may borrow. */
  readonly maxInstalmentShare: number;
  readonly citizensOf: string;
}

/** Reasons to reject an application (TERM-06 and the lender's policy). */
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

/** Reasons to refer an application to a reviewer. */
export const referralReasons = [
  'sharedDocument',
  'sharedAccount',
  'sharedDevice',
  'nameChanged',
  'screening',
  'scorerRefers',
  'scorerSilent',
] as const;
export type ReferralReason = (typeof referralReasons)[number];

/** Further reasons that a person of the lender's staff may give for refusing an application. */
export const reviewerReasons = [
  'foreignAccount',
  'identityUnclear',
  'detailsUnclear',
  'usedElsewhere',
] as const;
export type ReasonToRefuse = RejectionReason | (typeof reviewerReasons)[number];

/** `refer`: a reviewer decides. */
export type Decision =
  | { readonly outcome: 'approve'; readonly reasons: readonly [] }
  | { readonly outcome: 'refuse'; readonly reasons: readonly ReasonToRefuse[] }
  | { readonly outcome: 'refer'; readonly reasons: readonly ReferralReason[] };

export interface DecisionPort {
  /** Throws Unavailable if no decision is possible now; that is never an approval. */
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

/** The rules of the built-in policy that an application breaks, each by its reason. */
export interface FiredRules {
  readonly refuse: readonly RejectionReason[];
  readonly refer: readonly ReferralReason[];
}

/** The instalment of 30 days as a share of the declared monthly income in ppm; undefined without an income. */
export function instalmentShare(application: Application): number | undefined {
  const { largestInstalment, periodDays, monthlyIncome } = application;
  if (monthlyIncome === undefined || monthlyIncome === 0) return undefined;
  return ((largestInstalment * 30) / Math.max(30, periodDays) / monthlyIncome) * million;
}

/** Compares an application with every rule of the built-in policy. */
export function firedRules(application: Application, today: LocalDate): FiredRules {
  const refuse: RejectionReason[] = [];
  const { birthDate, nationality, monthlyIncome } = application;
  if (birthDate === undefined || nationality === undefined || monthlyIncome === undefined)
    refuse.push('incomplete');
  if (nationality !== undefined && nationality !== application.citizensOf) refuse.push('notFilipino');
  if (birthDate !== undefined && ageOn(birthDate, today) < adultAge) refuse.push('underAge');
  if (!application.hasFullCapacity) refuse.push('noCapacity');
  if (!application.hasPermanentAddress) refuse.push('noAddress');
  if (application.blockedReason !== undefined) refuse.push('blocked');
  if (application.otherRunningOrder) refuse.push('runningOrder');
  if (monthlyIncome !== undefined) {
    const monthly = (application.largestInstalment * 30) / Math.max(30, application.periodDays);
    if (monthly * million > monthlyIncome * application.maxInstalmentShare) refuse.push('unaffordable');
  }
  const refer: ReferralReason[] = application.sharedWithOthers.map((kind) => sharedReasons[kind]);
  if (application.nameChanged) refer.push('nameChanged');
  return { refuse, refer };
}

/**
 * The built-in policy: eligibility (TERM-06), one running loan at a time, blocked persons, and affordability: the largest
 * instalment, converted to 30 days, is at most `maxInstalmentShare` ppm of the declared monthly income. It returns all
 * reasons. A document, account or device that another borrower has too is referred to a reviewer.
 */
export const policy: DecisionPort = {
  async decide(application, today) {
    const { refuse, refer } = firedRules(application, today);
    if (refuse.length > 0) return { outcome: 'refuse', reasons: refuse };
    return refer.length > 0 ? { outcome: 'refer', reasons: refer } : { outcome: 'approve', reasons: [] };
  },
};

/** Combines two decisions: rejected if either rejects, referred if either refers, approved if both approve. */
export function combine(first: Decision, second: Decision): Decision {
  if (first.outcome === 'refuse' && second.outcome === 'refuse')
    return { outcome: 'refuse', reasons: [...new Set([...first.reasons, ...second.reasons])] };
  if (first.outcome === 'refuse') return first;
  if (second.outcome === 'refuse') return second;
  if (first.outcome === 'refer' && second.outcome === 'refer')
    return { outcome: 'refer', reasons: [...new Set([...first.reasons, ...second.reasons])] };
  return first.outcome === 'refer' ? first : second;
}

/** Applies the policy first, then `scorer` if there is one. The scorer gets no application that the policy rejects. */
export function withScorer(scorer: DecisionPort | undefined): DecisionPort {
  if (!scorer) return policy;
  return {
    async decide(application, today) {
      const policyDecision = await policy.decide(application, today);
      if (policyDecision.outcome === 'refuse') return policyDecision;
      return combine(policyDecision, await scorer.decide(application, today));
    },
  };
}
