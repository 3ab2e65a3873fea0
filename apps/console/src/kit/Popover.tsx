import { Popover as Base } from '@base-ui/react/popover';
import { type ReactNode, useState } from 'react';
import styles from './kit.module.css';

interface Props {
  /** The button's words; with `icon` they are its name alone. */
  readonly label: string;
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a small form beside it. */
export function Popover({ label, icon, title, children }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Base.Root open={isOpen} onOpenChange={setOpen}>
      <Base.Trigger className={styles.button} aria-label={icon === undefined ? undefined : label}>
        {icon ?? label}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className={styles.positioner}>
          <Base.Popup className={styles.popover}>
            <Base.Title className={styles.popoverTitle}>{title}</Base.Title>
            {children(() => setOpen(false))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
