import { changeNumber, proposeNumber } from '@hiram/contract/console/borrower';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { InputField } from '../kit/controls/Field.tsx';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import styles from './borrower.module.css';
import type { Card } from './types.ts';

interface Props {
  readonly card: Card;
  readonly onClose: () => void;
}

/** Gives the borrower another number: it is checked first, then a second person approves it. */
export function ChangeNumberDialog({ card, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const { borrowerId, brand } = card;
  const [phone, setPhone] = useState('');
  const proposing = useStaffAction(proposeNumber, brand);
  const changeId = proposing.data?.changeId;
  return (
    <ActionDialog
      title={t`Change the number`}
      about={card.name}
      calls={changeNumber}
      brand={brand}
      draft={`number ${borrowerId}`}
      request={changeId === undefined ? undefined : { borrowerId, changeId }}
      onClose={onClose}
    >
      <InputField
        label={t`New number`}
        type="tel"
        autoComplete="off"
        maxLength={30}
        value={phone}
        disabled={changeId !== undefined}
        onChange={setPhone}
      />
      <Fault error={proposing.error} />
      {changeId === undefined && (
        <div className={styles.row}>
          <Button
            disabled={phone.trim() === '' || proposing.isPending}
            onClick={() => proposing.mutate({ borrowerId, phone })}
          >{t`Check it`}</Button>
        </div>
      )}
    </ActionDialog>
  );
}
