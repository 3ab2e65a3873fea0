import type { DutyPeriod } from '@hiram/contract/console/duty';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Status } from '../kit/Status.tsx';

/** The next step for a period. */
export function PeriodState({ period: { signedOffAt, runs } }: { readonly period: DutyPeriod }): ReactNode {
  const { t } = useLingui();
  const [last] = runs;
  const count = last?.rejectedCount ?? 0;
  if (signedOffAt !== undefined) return <Status tone="good">{t`signed off`}</Status>;
  if (!last) return <Status tone="plain">{t`no file yet`}</Status>;
  if (count > 0) return <Status tone="danger">{t`${count} lines rejected`}</Status>;
  return <Status tone="waiting">{last.isOwn ? t`waits for another person` : t`sign-off waits`}</Status>;
}
