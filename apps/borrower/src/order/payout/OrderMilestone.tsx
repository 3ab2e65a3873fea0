import type { OrderId } from '@hiram/contract/ids';
import type { LoanMilestone, MilestoneAccount } from '@hiram/contract/milestone';
import type { LoanDetails } from '@hiram/contract/order';
import type { ReactNode } from 'react';
import { bridge } from '../../app/host/host.ts';
import { goTo, startBankFlow } from '../../app/navigation/go.ts';
import { paths } from '../../app/navigation/paths.ts';
import { anyBank } from '../../lending/any-bank.ts';
import { wantPayout } from '../../lending/seen.ts';
import { Approved, Milestone } from '../../milestone/Milestone.tsx';
import { useWithdrawal } from '../application/useWithdrawal.ts';

interface OrderMilestoneProps {
  readonly milestone: LoanMilestone;
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  readonly onEnd: () => void;
}

/** The milestone of an order, in the place of its page. */
export function OrderMilestone(props: OrderMilestoneProps): ReactNode {
  const { milestone, details, orderId, onEnd } = props;
  const { productId } = details;
  const { withdrawMoney, busy } = useWithdrawal(details, orderId, onEnd);
  const send = ({ code }: MilestoneAccount) => {
    if (milestone.isBound) void withdrawMoney();
    // A host has a form of its own; ours selects the chosen wallet.
    else if (bridge.inHost) startBankFlow({ productId, orderId });
    else {
      wantPayout(orderId, milestone.amount);
      goTo(paths.bindBank, { productId, orderId, source: 'loanDetail', institution: code || anyBank });
    }
  };
  return milestone.kind === 'approved' ? (
    <Approved
      milestone={milestone}
      orderId={orderId}
      onEnd={onEnd}
      note={milestone.isBound && !details.paysAtOnce ? details.withdrawalPrompt : ''}
      onSend={send}
      onChange={() => startBankFlow({ productId, orderId })}
      isSending={busy}
    />
  ) : (
    <Milestone milestone={milestone} orderId={orderId} onEnd={onEnd} />
  );
}
