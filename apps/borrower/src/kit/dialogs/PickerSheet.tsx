import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Dialog } from './Dialog.tsx';

/** A sheet to pick from, with Confirm and Cancel (BANK-04). Without `onConfirm` a choice closes it. */
export function PickerSheet({
  title,
  words,
  isComplete = true,
  onConfirm,
  onCancel,
  children,
}: {
  readonly title: string;
  readonly words: { readonly confirm: string; readonly cancel: string };
  /** True if there is something to confirm. */
  readonly isComplete?: boolean;
  readonly onConfirm: (() => void) | undefined;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}): ReactNode {
  if (!onConfirm)
    return (
      <Dialog title={title} look="sheet" maskCloses closeLabel={words.cancel} onClose={onCancel}>
        {children}
      </Dialog>
    );
  return (
    <Dialog
      title={title}
      look="sheet"
      maskCloses
      onClose={onCancel}
      buttons={
        <>
          <Button look="secondary" onTap={onCancel}>
            {words.cancel}
          </Button>
          <Button disabled={!isComplete} onTap={onConfirm}>
            {words.confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
