import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { settings } from '../../app/settings/settings.ts';
import { Card } from '../../kit/layout/Card.tsx';
import { Icon } from '../../kit/layout/Icon.tsx';
import css from './Rejected.module.css';

/** The way of an application to its money. The second step is where it is. */
export function NextSteps({ isReferred }: { readonly isReferred: boolean }): ReactNode {
  const { t } = useLingui();
  const { creditingDays } = settings;
  const steps = [
    [t`Your application is with us`, ''],
    isReferred
      ? [t`A person decides`, t`Our rules alone cannot decide this one`]
      : [t`We check`, t`Your details, your ID and what you can repay`],
    [t`We will text you the decision`, t`You need not do anything until then`],
    [
      t`If it is approved`,
      t`You choose the account. The money is there in ${plural(creditingDays, { one: '# day', other: '1–# days' })}.`,
    ],
  ] as const;
  return (
    <Card heading={t`What happens next`}>
      <ol>
        {steps.map(([what, how], index) => (
          <li key={what} className={css.row} aria-current={index === 1 ? 'step' : undefined}>
            <span className="tile" aria-hidden="true">
              {index === 0 ? <Icon name="check" size={20} /> : index + 1}
            </span>
            <span className={css.rowWords}>
              <b>{what}</b>
              {how ? <small>{how}</small> : null}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
