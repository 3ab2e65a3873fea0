import type { AccountProfile } from '@hiram/contract/account';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { showDate } from '../app/settings/money.ts';
import { Card } from '../kit/layout/Card.tsx';
import css from './Account.module.css';

interface Props {
  readonly reads: AccountProfile['staffReads'];
}

/** Lists the lender's roles that opened data of the borrower, with the data. */
export function StaffReads({ reads }: Props): ReactNode {
  const { t } = useLingui();
  if (reads.length === 0) return null;
  return (
    <Card heading={t`Who opened your data`}>
      <ul>
        {reads.map(({ role, openedOn, dataName }) => (
          <li key={`${role} ${openedOn} ${dataName}`} className={css.row}>
            <span>
              <b>{role}</b>
              <span className={css.muted}>{dataName}</span>
            </span>
            <span className={css.muted}>{showDate(openedOn)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
