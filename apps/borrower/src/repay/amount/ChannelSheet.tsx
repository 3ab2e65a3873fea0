import type { RepayChannel } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../kit/controls/Button.tsx';
import { Choice } from '../../kit/controls/Choice.tsx';
import { Dialog } from '../../kit/dialogs/Dialog.tsx';

/** The 'Payment Method' sheet. */
export function ChannelSheet({
  channels,
  chosen,
  onChoose,
  onClose,
}: {
  readonly channels: readonly RepayChannel[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Payment Method`}
      look="sheet"
      maskCloses
      closeLabel={t`Close`}
      onClose={onClose}
      singleButton
      buttons={<Button onTap={onClose}>{t`Confirm`}</Button>}
    >
      <Choice
        label={t`Payment Method`}
        options={channels.map((option, index) => ({
          key: String(index),
          name: option.name,
          hint: option.hint,
          logo: option.logo,
        }))}
        chosen={String(chosen)}
        onChoose={(key) => onChoose(Number(key))}
      />
    </Dialog>
  );
}
