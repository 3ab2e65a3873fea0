import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Policy,
  PolicyError,
  type PolicyFault,
  parsePolicy,
  unreachable,
  weakerThanLaw,
} from '@hiram/decision';
import { lawOnCredit } from '../markets/laws.ts';
import { type MarketName, markets } from '../markets/markets.ts';

/** A policy cannot be used for a market, with the products of the brand. */
interface PolicyPlace {
  readonly market: MarketName;
  readonly products: readonly { readonly code: string }[];
}

/**
 * The faults of a policy that loads: where it is weaker than the market's law, rules that can never act, rows of the ladder for
 * a product that the brand does not have.
 */
function policyFaults(policy: Policy, { market, products }: PolicyPlace): readonly PolicyFault[] {
  const { ladder } = policy.stages[5];
  const codes = new Set(products.map(({ code }) => code));
  return [
    ...weakerThanLaw(policy, lawOnCredit(markets[market].laws)),
    ...unreachable(policy),
    ...ladder.flatMap(({ product }, index): PolicyFault[] =>
      product === undefined || codes.has(product)
        ? []
        : [{ path: `stages.5.ladder.${index}.product`, fault: `${product} is no product of the brand` }],
    ),
  ];
}

/** Reads a policy of the brand `id`. Throws PolicyError with every fault and its place. */
export function readPolicy(json: unknown, id: string, place: PolicyPlace): Policy {
  // A brand whose folder was copied decides by its own name.
  const policy = { ...parsePolicy(json), brand: id };
  const faults = policyFaults(policy, place);
  if (faults.length > 0) throw new PolicyError(faults);
  return policy;
}

/** Reads `policy.json` of a brand's folder, the first version of its credit policy. Each problem is one line with its place. */
export function loadPolicy(
  brandsDir: string,
  id: string,
  place: PolicyPlace,
): { readonly policy: Policy | undefined; readonly problems: readonly string[] } {
  const path = `${id}/policy.json`;
  const file = join(brandsDir, path);
  if (!existsSync(file)) return { policy: undefined, problems: [`brands/${path} is missing`] };
  try {
    return { policy: readPolicy(JSON.parse(readFileSync(file, 'utf8')), id, place), problems: [] };
  } catch (error) {
    const problems =
      error instanceof PolicyError
        ? error.faults.map((fault) => `brands/${path}: ${fault.path}: ${fault.fault}`)
        : [`brands/${path} is not JSON: ${error instanceof Error ? error.message : ''}`];
    return { policy: undefined, problems };
  }
}
