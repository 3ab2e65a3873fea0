import { extendLoan, writeOffLoan } from '@hiram/contract/console/loan';
import { borrowerNumber, orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ActionDialog } from '../../action/ActionDialog.tsx';
import type { ShownLoan } from '../types.ts';
import { ArrangeDialog } from './ArrangeDialog.tsx';
import { RefundDialog } from './RefundDialog.tsx';
import { StopDialog } from './StopDialog.tsx';
import { UndoDialog } from './UndoDialog.tsx';
import { WaiveDialog } from './WaiveDialog.tsx';

export type LoanActionName = 'waive' | 'refund' | 'writeOff' | 'undo' | 'extend' | 'stop' | 'arrange';

interface Props {
  readonly name: LoanActionName;
  readonly loan: ShownLoan;
  readonly onClose: () => void;
}

/** The dialog of an action: its own fields, and what it would change. */
export function LoanActionDialog({ name, loan, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const { orderId, brand, borrowerId, name: borrower } = loan.order;
  const reference = loan.complaints[0]?.reference;
  const common = {
    brand,
    onClose,
    about: `${borrower ?? borrowerNumber(borrowerId)} · ${orderNumber(orderId)}`,
    draft: `loan.${name} ${orderId}`,
    ...(reference === undefined ? {} : { reference }),
  };
  switch (name) {
    case 'waive':
      return <WaiveDialog loan={loan} {...common} />;
    case 'refund':
      return <RefundDialog loan={loan} {...common} />;
    case 'undo':
      return <UndoDialog loan={loan} {...common} />;
    case 'arrange':
      return <ArrangeDialog loan={loan} {...common} />;
    case 'stop':
      return <StopDialog loan={loan} {...common} />;
    case 'writeOff':
      return (
        <ActionDialog title={t`Write the loan off`} calls={writeOffLoan} request={{ orderId }} {...common} />
      );
    case 'extend':
      return (
        <ActionDialog title={t`Extend without a fee`} calls={extendLoan} request={{ orderId }} {...common} />
      );
  }
}
