import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/dialogs/Dialog.tsx';
import type { OrderDialogsProps } from './OrderDialogs.tsx';
import { markTipsRead, openDialog } from './order-dialog.ts';

/** ORD-09: how to pay safely. It closes by its button alone. */
export function TipsDialog({ details, orderId, closed, onClose }: OrderDialogsProps): ReactNode {
  const { t } = useLingui();
  if (openDialog(details, orderId, closed) !== 'tips') return null;
  return (
    <Dialog
      title={t({ id: 'order.tips', message: 'Pay only in this app' })}
      text={details.safetyTip ?? ''}
      singleButton
      buttons={
        <Button
          onTap={() => {
            markTipsRead();
            onClose('tips');
          }}
        >
          {t({ id: 'order.tipsRead', message: 'I understand' })}
        </Button>
      }
    />
  );
}
