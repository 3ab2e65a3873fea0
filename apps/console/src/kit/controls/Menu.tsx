import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import styles from '../kit.module.css';

interface Props {
  /** The button's words; with `icon` they are its name alone. */
  readonly label: string;
  readonly icon?: ReactNode;
  readonly items: readonly {
    readonly label: string;
    readonly isDanger?: boolean;
    readonly isDisabled?: boolean;
    readonly onSelect: () => void;
  }[];
}

/** A button that opens a list of actions. */
export function Menu({ label, icon, items }: Props): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger className={styles.button} aria-label={icon === undefined ? undefined : label}>
        {icon ?? label}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className={styles.positioner}>
          <Base.Popup className={styles.menu}>
            {items.map((item) => (
              <Base.Item
                key={item.label}
                className={`${styles.menuItem} ${item.isDanger ? styles.fault : ''}`}
                disabled={item.isDisabled ?? false}
                onClick={item.onSelect}
              >
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
