import type { RepayChannel } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { market } from '../../app/settings/market.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { Choice } from '../../kit/controls/Choice.tsx';
import { Dialog } from '../../kit/dialogs/Dialog.tsx';

/** The sheet of payment channels. */
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
  const title = market.specifiedCopy ? t`Payment Method` : t`Payment method`;
  return (
    <Dialog
      title={title}
      look="sheet"
      maskCloses
      closeLabel={t`Close`}
      onClose={onClose}
      singleButton
      buttons={<Button onTap={onClose}>{t`Confirm`}</Button>}
    >
      <Choice
        label={title}
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
