import type { PolicyVersion, showPolicy } from '@hiram/contract/console/policy';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import type { Policy } from '@hiram/decision/policy';

export type ShownPolicy = StaffOutput<typeof showPolicy>;

/** The policy of a version. The server has read it, so that it has every part. */
export const policyOf = ({ body }: Pick<ShownPolicy, 'body'>): Policy => JSON.parse(body);

/** The version that another one is compared with: the one that decides, else the one before. Undefined for the first. */
export function usualBase(versions: readonly PolicyVersion[], version: number): number | undefined {
  const active = versions.find(({ isInEffect }) => isInEffect);
  if (active && active.version !== version) return active.version;
  return versions.find((other) => other.version < version)?.version;
}

export const policyHref = (brand: string, version: number) => `/policy/${brand}/${version}`;
export const compareHref = (brand: string, from: number, to: number) =>
  `/policy/${brand}/compare?${new URLSearchParams({ from: `${from}`, to: `${to}` })}`;
