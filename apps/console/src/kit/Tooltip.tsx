import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import styles from './kit.module.css';

interface Props {
  readonly text: string;
  /** One focusable element: who uses the keyboard sees the text too. */
  readonly children: ReactElement<Record<string, unknown>>;
}

/** Words on hover and focus. They add to what the element says; nothing needs them. */
export function Tooltip({ text, children }: Props): ReactNode {
  return (
    <Base.Provider>
      <Base.Root>
        <Base.Trigger render={children} />
        <Base.Portal>
          <Base.Positioner sideOffset={6} className={styles.positioner}>
            <Base.Popup className={styles.tooltip}>{text}</Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Base.Provider>
  );
}
