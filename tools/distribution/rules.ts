import { readFileSync } from 'node:fs';

/** A documented rule of a product, and what of ours breaks it, by the remedy. */
export interface DistributionRule {
  readonly id: string;
  readonly product: 'Citus' | 'YugabyteDB';
  readonly rule: string;
  /** Where the product's makers say so. */
  readonly source: string;
  /** The names of what breaks the rule, by what has to change. */
  readonly breaks: Readonly<Record<string, readonly string[]>>;
}

export const distributionRules: readonly DistributionRule[] = JSON.parse(
  readFileSync(new URL('rules.json', import.meta.url), 'utf8'),
);

/** The names that are listed under a rule. */
export const listedOf = ({ breaks }: DistributionRule): string[] => Object.values(breaks).flat().sort();
