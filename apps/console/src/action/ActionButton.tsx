import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { ActionDialog } from './ActionDialog.tsx';

type Props = Omit<ComponentProps<typeof ActionDialog>, 'onClose'> & {
  readonly label: string;
} & Pick<ComponentProps<typeof Button>, 'look' | 'hotkey'>;

/** A button that opens the dialog of an action. */
export function ActionButton({ label, look, hotkey, ...action }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look={look} hotkey={hotkey} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <ActionDialog {...action} onClose={() => setOpen(false)} />}
    </>
  );
}
