import { listPolicies } from '@hiram/contract/console/policy';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, Redirect } from 'wouter';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Card, Page } from '../kit/Page.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import styles from './policy.module.css';
import { policyHref } from './policy-of.ts';

/** The policy of the chosen brand; where all are chosen, their names. */
export function Policies({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const brands = person.brands.filter(({ id }) => hasRight(person, 'policy.read', id));
  const one = person.brands.find(({ id }) => id === brand) ?? (brands.length === 1 ? brands[0] : undefined);
  if (one) return <ActivePolicy brand={one.id} />;
  return (
    <Page title={t`Policy`}>
      <Card title={t`Each brand has a policy of its own`}>
        <ul className={styles.brands}>
          {brands.map(({ id, name }) => (
            <li key={id}>
              <Link href={`/policy/${id}/active`}>{name}</Link>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
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
