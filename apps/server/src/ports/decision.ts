import type { LocalDate } from '@hiram/loan';
import { adultAge } from '../brand/brand.ts';

/** What a decision is made on. Amounts in cents; what a borrower has not told is undefined. */
export interface Application {
  readonly amount: number;
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
}

/** Why an application is refused (TERM-06 and the lender's own policy). */
export type RefusalReason =
  | 'notFilipino'
  | 'underAge'
  | 'noCapacity'
  | 'noAddress'
  | 'incomplete'
  | 'blocked'
  | 'runningOrder'
  | 'unaffordable';

export interface Decision {
  readonly approved: boolean;
  readonly reasons: readonly RefusalReason[];
}

export interface DecisionPort {
  decide(application: Application, today: LocalDate): Promise<Decision>;
}

/** Completed years of age; someone born on 29 February has a birthday on 1 March of common years. */
export function ageOn(birthDate: string, today: LocalDate): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

const million = 1_000_000;

/**
 * The built-in policy: eligibility (TERM-06), one running loan at a time, blocked persons, and affordability: the largest
 * instalment, brought to 30 days, is at most `maxInstalmentShare` ppm of the declared monthly income. It gives every reason.
 */
export function policy(maxInstalmentShare: number, citizensOf: string): DecisionPort {
  return {
    async decide(application, today) {
      const reasons: RefusalReason[] = [];
      const { birthDate, nationality, monthlyIncome } = application;
      if (birthDate === undefined || nationality === undefined || monthlyIncome === undefined)
        reasons.push('incomplete');
      if (nationality !== undefined && nationality !== citizensOf) reasons.push('notFilipino');
      if (birthDate !== undefined && ageOn(birthDate, today) < adultAge) reasons.push('underAge');
      if (!application.hasFullCapacity) reasons.push('noCapacity');
      if (!application.hasPermanentAddress) reasons.push('noAddress');
      if (application.blockedReason !== undefined) reasons.push('blocked');
      if (application.otherRunningOrder) reasons.push('runningOrder');
      if (monthlyIncome !== undefined) {
        const monthly = (application.largestInstalment * 30) / Math.max(30, application.periodDays);
        if (monthly * million > monthlyIncome * maxInstalmentShare) reasons.push('unaffordable');
      }
      return { approved: reasons.length === 0, reasons };
    },
  };
}
