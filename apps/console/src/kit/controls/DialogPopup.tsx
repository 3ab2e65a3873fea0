import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import styles from '../kit.module.css';

export interface DialogProps {
  readonly title: string;
  /** Beside the title: whom it is about. */
  readonly about?: ReactNode;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the foot. */
  readonly footer?: ReactNode;
}

interface Props extends DialogProps {
  /** The focused element when the dialog was opened. */
  readonly opener: Element | null;
}

/** The dialog itself, above the page. */
export function DialogPopup(props: Props): ReactNode {
  const { title, about, isWide = false, onClose, children, footer, opener } = props;
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          className={`${styles.dialog} ${isWide ? styles.wide : ''}`}
          finalFocus={() => focusAfter(opener)}
        >
          <div className={styles.dialogHead}>
            <Base.Title className={styles.dialogTitle}>{title}</Base.Title>
            {about !== undefined && <span className={styles.muted}>{about}</span>}
          </div>
          <div className={styles.dialogBody}>{children}</div>
          {footer !== undefined && <div className={styles.dialogFoot}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * Moves the focus after a dialog: back to its opener, or, if that is gone with the decided row, to the chosen row.
 * Never to the page's first field: letters would change the brand.
 */
function focusAfter(opener: Element | null): HTMLElement | null {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) return opener;
  return (
    document.querySelector<HTMLElement>('main tr[aria-current] :is(a, button)') ??
    document.querySelector('main')
  );
}
