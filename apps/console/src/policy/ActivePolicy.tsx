import { listPolicies } from '@hiram/contract/console/policy';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { Page } from '../kit/Page.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { policyHref } from './policy-of.ts';

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
