import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day, When } from '../app/cells.tsx';
import { Card as Part } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import styles from './borrower.module.css';
import type { Card } from './types.ts';

/** Identity, accounts, devices and consents, without any personal value. */
export function IdentityCard({ card }: { readonly card: Card }): ReactNode {
  const { t } = useLingui();
  const kinds = {
    document: t`document`,
    account: t`account`,
    device: t`device`,
    person: t`name and birth date`,
  };
  const states = { active: t`in use`, replaced: t`replaced`, rejected: t`rejected` };
  return (
    <Part title={t`Identity, accounts and devices`}>
      <ul className={styles.facts}>
        <li>
          {card.isCertified ? (
            <Status tone="good">{t`Identity verified`}</Status>
          ) : (
            <Status tone="waiting">{t`Identity not verified yet`}</Status>
          )}
        </li>
        {card.shared.length === 0 && (
          <li>
            <Status tone="good">{t`Nobody else has this document, account or device`}</Status>
          </li>
        )}
        {card.shared.map(({ kind, others }) => (
          <li key={kind}>
            <Status tone="warn">{t`${others} others have the same ${kinds[kind]}`}</Status>
          </li>
        ))}
        {card.accounts.map((account) => (
          <li key={account.accountId}>
            <Status tone={account.state === 'active' ? 'good' : 'plain'}>
              {account.institution} ··· {account.tail}, {states[account.state]}
            </Status>
          </li>
        ))}
        {card.devices.map((device) => (
          <li key={`${device.name} ${device.firstSeenAt}`}>
            <Status tone="plain">
              {device.name} {device.osVersion}, {t`seen`} <When at={device.seenAt} />
            </Status>
          </li>
        ))}
        <Consents card={card} />
        <li>
          <Status tone="plain">{t`${plural(card.sessions, { one: 'Signed in on # device', other: 'Signed in on # devices' })}`}</Status>
        </li>
        {card.erasure && (
          <li>
            <Status tone="clock">
              {t`Asked to be erased, on`} <Day on={card.erasure.eraseOn} />
            </Status>
          </li>
        )}
      </ul>
    </Part>
  );
}

function Consents({ card }: { readonly card: Card }): ReactNode {
  const { t } = useLingui();
  return card.consents.map((consent) => (
    <li key={consent.kind}>
      <Status tone={consent.withdrawnAt === '' ? 'good' : 'plain'}>
        {consent.withdrawnAt === '' ? t`Consent to ${consent.kind}` : t`Consent to ${consent.kind} withdrawn`}
        , <When at={consent.withdrawnAt || consent.givenAt} />
      </Status>
    </li>
  ));
}
