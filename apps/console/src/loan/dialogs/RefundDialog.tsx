import { refundCredit } from '@hiram/contract/console/loan';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../../action/ActionDialog.tsx';
import { Day, Money } from '../../app/cells.tsx';
import { ChoiceRow, ChoiceRows } from '../../kit/controls/ChoiceRow.tsx';
import { AmountField, useAmount } from './AmountField.tsx';
import type { DialogProps } from './dialog-props.ts';

/** Books a refund of credit. It goes back the way the payment came. */
export function RefundDialog({ loan, ...common }: DialogProps): ReactNode {
  const { t } = useLingui();
  const [provider, setProvider] = useState(loan.credits[0]?.provider ?? '');
  const [typed, setTyped] = useState('');
  const amount = useAmount()(typed) ?? 0;
  const credit = loan.credits.find((one) => one.provider === provider);
  const request =
    credit && amount > 0 && amount <= credit.free
      ? { orderId: loan.order.orderId, amount, from: provider }
      : undefined;
  return (
    <ActionDialog title={t`Book a refund`} calls={refundCredit} request={request} {...common}>
      <ChoiceRows legend={t`Back the way the payment came`}>
        {loan.credits.map((one) => (
          <ChoiceRow
            key={one.provider}
            isChosen={one.provider === provider}
            onChoose={() => setProvider(one.provider)}
          >
            <span>
              {one.provider}
              {one.nextFrom !== undefined && (
                <>
                  {', '}
                  {t`the rest from`} <Day on={one.nextFrom} />
                </>
              )}
            </span>
            <strong>
              <Money cents={one.free} />
            </strong>
          </ChoiceRow>
        ))}
      </ChoiceRows>
      <AmountField label={t`Refunded`} text={typed} onChange={setTyped} max={credit?.free ?? 0} />
    </ActionDialog>
  );
}
