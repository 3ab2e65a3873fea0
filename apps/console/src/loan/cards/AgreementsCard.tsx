import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { When } from '../../app/cells.tsx';
import { hasRight, type Person } from '../../app/person.ts';
import { Card } from '../../kit/Page.tsx';
import { Status } from '../../kit/Status.tsx';
import { AgreementDialog, type ShownAgreement } from '../dialogs/AgreementDialog.tsx';
import styles from '../loan.module.css';
import type { ShownLoan } from '../types.ts';

interface Props {
  readonly loan: ShownLoan;
  readonly person: Person;
}

/** The borrower's agreements. */
export function AgreementsCard({ loan, person }: Props): ReactNode {
  const { t } = useLingui();
  const [opened, setOpened] = useState<ShownAgreement>();
  if (loan.agreements.length === 0) return null;
  const mayOpen = hasRight(person, 'loan.readAgreement', loan.order.brand);
  return (
    <Card title={t`Agreements`} aside={loan.agreements.length}>
      <ul className={styles.documents}>
        {loan.agreements.map((agreement) => (
          <li key={agreement.agreementId}>
            {mayOpen ? (
              <button type="button" className={styles.link} onClick={() => setOpened(agreement)}>
                {agreement.title}
              </button>
            ) : (
              <span>{agreement.title}</span>
            )}
            <span className={styles.muted}>
              {agreement.isSuperseded && <Status tone="plain">{t`superseded by the smaller offer`}</Status>}{' '}
              <When at={agreement.agreedAt} />
            </span>
          </li>
        ))}
      </ul>
      {opened && <AgreementDialog loan={loan} agreement={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}
