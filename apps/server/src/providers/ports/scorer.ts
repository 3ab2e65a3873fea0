import type { RefusalReason } from '../../brands/refusal-reasons.ts';

/** The request to a scorer (docs/scorer.md). Amounts in cents; undefined where the borrower has given no value. */
export interface ScoredApplication {
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
  readonly otherRunningOrder: boolean;
  /** Identifiers of this borrower that another borrower of the brand has too. */
  readonly sharedWithOthers: readonly ('document' | 'account' | 'device')[];
  /** The certified name changed after an earlier application. */
  readonly nameChanged: boolean;
}

/** `refer`: a reviewer decides. */
export type ScorerAnswer =
  | { readonly outcome: 'approve' | 'refer' }
  | { readonly outcome: 'refuse'; readonly reasons: readonly RefusalReason[] };

export interface ScorerPort {
  /** Throws Unavailable without a usable answer; that is never an approval. */
  score(application: ScoredApplication): Promise<ScorerAnswer>;
}
