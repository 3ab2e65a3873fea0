import type { OrderId, ProductId } from '@hiram/contract/ids';
import type { InstalmentDetail } from '@hiram/contract/repay';
import { useState } from 'react';
import { usePayCode } from './Channel.tsx';
import type { AmountChoice } from './useAmountChoice.ts';

export interface BillProps {
  readonly bill: InstalmentDetail;
  readonly productId: ProductId | undefined;
  readonly orderId: OrderId;
  readonly onChanged: () => void;
}

/** Requests a code for the chosen amount and channel. */
export function usePayment(choice: AmountChoice, { bill, productId, orderId, onChanged }: BillProps) {
  const [channel, setChannel] = useState(0);
  const [changed, setChanged] = useState<string | undefined>(undefined);
  const code = usePayCode();
  const pay = async () => {
    const amount = choice.check();
    if (amount === undefined) return;
    const channelNumber = bill.channels[channel]?.channelNumber ?? '';
    const rejected = await code.generate({
      ...(productId ? { productId } : {}),
      orderId,
      amount,
      channelNumber,
      quotedFor: bill.quotedFor,
    });
    if (rejected?.field === 'amount' && choice.chosen === 'other')
      return choice.showProblem(rejected.message);
    choice.clearProblem();
    // The displayed figures are out of date: reload them, and let the borrower decide again.
    setChanged(rejected?.field === 'quotedFor' ? rejected.message : undefined);
    if (rejected) onChanged();
  };
  return { pay, busy: code.busy, changed, channel, setChannel };
}
