import type { PolicyVersion } from '@hiram/contract/console/policy';
import { type Policy, PolicyError, type PolicyFault } from '@hiram/decision';
import type { Brand } from '../../brands/brand.ts';
import { readPolicy } from '../../brands/validation/credit-policy.ts';
import { type PolicyRow, policyInEffect } from '../../lending/origination/decision/policies.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import { namedFaults, shownVersions } from '../actions/versions.ts';

/** Faults that are found at once. */
const maxFound = 200;

/** The policy of JSON for the brand, or its faults with their places. */
export function faultsFor(
  brand: Brand,
  json: unknown,
): { readonly policy?: Policy; readonly faults: readonly PolicyFault[] } {
  try {
    return { policy: readPolicy(json, brand.id, brand), faults: [] };
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return { faults: error.faults.slice(0, maxFound) };
  }
}

/** Reads a policy for the brand, or rejects it with its first faults and their places. */
export function policyFor(brand: Brand, json: unknown): Policy | Rejection<'badPolicy'> {
  const { policy, faults } = faultsFor(brand, json);
  if (policy) return policy;
  const lines = faults.map(({ path, fault }) => `${path}: ${fault}`);
  return reject('badPolicy', { field: 'body', values: namedFaults(lines) });
}

/** A version for the page. The stored state lags behind its moment by up to a minute, so it is computed. */
export async function shownPolicies(
  db: Db,
  brand: string,
  rows: readonly PolicyRow[],
): Promise<PolicyVersion[]> {
  const { version: current } = await policyInEffect(db, brand);
  return shownVersions(db, rows, ({ version, state, sha256, checked_at }) => ({
    state: version === current ? 'active' : state === 'active' ? 'superseded' : state,
    sha256: sha256.toString('hex'),
    ...(checked_at ? { checkedAt: checked_at.toISOString() } : {}),
    isInEffect: version === current,
  }));
}
