import { postLine } from '@hiram/contract/console/bank-statement';
import type { ShownStatementLine } from '@hiram/contract/console/money-in';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { OrderField } from './OrderField.tsx';

interface Props {
  readonly line: ShownStatementLine;
  readonly brand: string;
  readonly onClose: () => void;
}

/** Posts a line that nobody claimed to the loan that the person found for it. A second person approves it. */
export function PostLine({ line, brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const [orderId, setOrderId] = useState('');
  const id = orderId.trim();
  return (
    <ActionDialog
      title={t`Post this line to a loan`}
      about={line.reference || t`without a reference`}
      calls={postLine}
      request={id === '' ? undefined : { lineId: line.lineId, orderId: id }}
      draft={`moneyIn.postLine ${line.lineId}`}
      brand={brand}
      onClose={onClose}
    >
      <OrderField value={orderId} onChange={setOrderId} />
    </ActionDialog>
  );
}
