import { listPolicies } from '@hiram/contract/console/policy';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { BrandChoice } from '../app/BrandChoice.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Page } from '../kit/Page.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { policyHref } from './policy-of.ts';

/** The policy of the chosen brand; where all are chosen, their names. */
export function Policies({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const brands = person.brands.filter(({ id }) => hasRight(person, 'policy.read', id));
  const one = person.brands.find(({ id }) => id === brand) ?? (brands.length === 1 ? brands[0] : undefined);
  if (one) return <ActivePolicy brand={one.id} />;
  return (
    <BrandChoice
      title={t`Policy`}
      text={t`Each brand has a policy of its own`}
      brands={brands}
      href={(id) => `/policy/${id}/active`}
    />
  );
}

/** Leads to the version that decides. */
export function ActivePolicy({ brand }: { readonly brand: string }): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(listPolicies, {}, brand);
  const active = query.data?.versions.find(({ isInEffect }) => isInEffect);
  if (active) return <Redirect to={policyHref(brand, active.version)} replace />;
  return (
    <Page title={t`Policy`}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}
